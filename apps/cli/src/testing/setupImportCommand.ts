import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/core/db/client/open'
import { operatorUrl } from '@apoderados/testing/database/databaseRoles'
import { setupServer, type TestServer } from '@apoderados/testing/testServer'
import { afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { Connection } from '../connection.ts'
import { readOptions } from '../import/options.ts'
import { runImport } from '../import/runImport.ts'

export const fixturesFolder = join(import.meta.dirname, '../../../../packages/importer/fixtures')
export const schoolFolder = join(fixturesFolder, 'colegio')

/** Runs an import and returns its output; `isDone` is false if it found problems. @throws {Refusal} */
async function runImportOn(
  server: TestServer,
  args: string[],
  { scanCommand, publicUrl }: Partial<Pick<Connection, 'scanCommand' | 'publicUrl'>>,
) {
  const lines: string[] = []
  const { services } = server
  const url = await operatorUrl(server)
  const db = openDatabase(url, { forOperator: true })
  const connection = {
    ...services,
    db,
    url,
    dataDir: inject('dataDir'),
    publicUrl,
    scanCommand,
    close: () => db.$client.end(),
  }
  const terminal = {
    print: (line = '') => void lines.push(line),
    warn: (line: string) => void lines.push(line),
    ask: async () => undefined,
    askSecret: async () => '',
  }
  const options = readOptions(args)
  if (options === 'help') throw new Error('not asked for')
  try {
    const isDone = await runImport(connection, options, terminal)
    return { isDone, output: lines.join('\n') }
  } finally {
    await connection.close()
  }
}

/** Truncates the tables of a school only if one has rows, because truncating takes 40 ms even for empty tables. */
const REMOVE_SCHOOLS_SQL = `do $$ begin
  if exists (select from establishments) or exists (select from parents) then
    truncate establishments, parents restart identity cascade;
  end if;
end $$`

/** Returns functions that run imports while a server runs. The database has no schools before each test. */
export function setupImportCommand() {
  const server = setupServer()
  let folder = ''

  const query = async (sql: string, parameters: unknown[] = []) =>
    (await server().db.$client.query(sql, parameters)).rows

  const run = (args: string[], scanCommand?: string) =>
    runImportOn(server(), [...args, '--errors', join(folder, 'errores.csv')], {
      scanCommand,
      publicUrl: 'https://app.colegio.example',
    })

  /** Copies the school's sheets, changes one of them, and returns the folder of the copy. */
  async function schoolWith(file: string, change: (text: string) => string): Promise<string> {
    const copy = join(folder, 'colegio')
    await cp(schoolFolder, copy, { recursive: true })
    await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')))
    return copy
  }

  beforeAll(async () => {
    await query(`update demo_school set is_off = true`)
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apoderados-import-'))
    await query(REMOVE_SCHOOLS_SQL)
  })
  afterEach(() => rm(folder, { recursive: true }))
  return {
    server,
    query,
    schoolWith,
    folder: () => folder,
    run: (...args: string[]) => run(args),
    runWithoutPublicUrl: (...args: string[]) =>
      runImportOn(server(), [...args, '--errors', join(folder, 'errores.csv')], {}),
    runWithScanner: (scanCommand: string, ...args: string[]) => run(args, scanCommand),
  }
}
