import type { Database } from '@apoderados/core/db/client/open'
import type { Files } from '@apoderados/core/files/fileStore'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Fixture, fixtureTables } from './oracleRows.ts'

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'
const ROWS_PER_STATEMENT = 500

/** Inserts the rows with their own ids, and writes their pictures and documents as files that contain the file's id. */
export async function writeFixture(db: Database, files: Files, fixture: Fixture): Promise<void> {
  for (const [name, table] of Object.entries(fixtureTables)) {
    const all = fixture[name as keyof Fixture]
    for (let start = 0; start < all.length; start += ROWS_PER_STATEMENT) {
      const rows = all.slice(start, start + ROWS_PER_STATEMENT)
      await db
        .insert(table as PgTable)
        .overridingSystemValue()
        .values(rows)
    }
  }
  for (const id of pictureIds(fixture)) await files.write(id, Buffer.from(PNG_SIGNATURE + id, 'latin1'))
  for (const { file_id } of fixture.noticeFiles)
    await files.write(file_id, Buffer.from(`%PDF-1.7 ${file_id}`))
  for (const { document_id } of fixture.events) {
    if (document_id) await files.write(document_id, Buffer.from(`%PDF-1.7 ${document_id}`))
  }
}

export const pictureIds = ({ establishments, parents, enrollments }: Fixture): string[] =>
  [
    ...establishments.map(({ insign_id }) => insign_id),
    ...parents.map(({ photo_id }) => photo_id),
    ...enrollments.map(({ photo_id }) => photo_id),
  ].filter((id) => id !== null)
