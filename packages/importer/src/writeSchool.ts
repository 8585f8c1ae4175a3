import { settleEmailChanges } from '@apoderados/core/accounts/emailChanges'
import { audit } from '@apoderados/core/audit/audit'
import type { Files } from '@apoderados/core/files/fileStore'
import { inviteParents } from '@apoderados/core/invitations/invitations'
import type { LoadId } from '@apoderados/core/loads/loadId'
import type { EmailChange } from '@apoderados/core/mails/mails'
import { type Keys, randomId } from '@apoderados/core/secrets/keys'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createChangeLog, endFirstImport } from './changeLog/changeLog.ts'
import { lockEmailChanges } from './emailChanges.ts'
import type { AttachedFiles } from './matchAttachments.ts'
import { allSchools, type Merge, type SchoolFilter } from './merges/defineMerge.ts'
import { type CompareRecorders, compareMerge, type MergeCounts, writeMerge } from './merges/merge.ts'
import type { Changes } from './merges/mergeChanges.ts'
import { merges } from './merges/merges.ts'
import type { SheetName } from './sheetRecords.ts'

/** The counts of merges, by the name of the merge. */
export type CountsByName = Record<string, MergeCounts>

/** What the writing of a school needs besides the database: keys, files, and the person who runs the import. */
export type ImportStore = {
  keys: Keys
  files: Files
  attached: AttachedFiles
  /** The person who runs the import, for the audit log: the system's user id, or a member of the staff. */
  actor: { uid: number } | { staff_id: number | null }
}
/** The number of delivered rows of each sheet, and the operator's options. */
export type ImportPlan = {
  rows: Record<SheetName, number>
  /** Sheets that the operator has declared complete. */
  complete: ReadonlySet<SheetName>
  /** Collects the changes of the merges. */
  reportExamples?: Changes
  /** True if new guardians get their one-time password by mail; false if by letter. */
  byMail: boolean
  /** False if the invitations could not say where to sign in: new guardians then get no one-time password. */
  invites?: boolean
  /** The load of the console that is applied; a command records a load of its own, with these files. */
  load_id?: number
  files?: readonly { file: string; bytes: number }[]
}

export function addCounts(total: CountsByName, counts: CountsByName): void {
  for (const [name, more] of Object.entries(counts)) {
    const sum = total[name] ?? { added: 0, changed: 0, ended: 0, unchanged: 0 }
    for (const key of Object.keys(sum) as (keyof MergeCounts)[]) sum[key] += more[key]
    total[name] = sum
  }
}

/** `invited`: ids of parents who got a one-time password; `emailsChanged`: the number of accounts with a new e-mail. */
export type WriteResult = { counts: CountsByName; invited: number[]; emailsChanged: number }

/** Counts the rows that the import would add, change or end, in all schools together. */
export async function compareAll(
  client: pg.ClientBase,
  { complete, rows, ...recorders }: Pick<ImportPlan, 'complete' | 'rows'> & CompareRecorders,
  onStep: () => void,
): Promise<WriteResult> {
  const counts: CountsByName = {}
  for (const merge of merges.filter(({ sheet }) => rows[sheet] > 0)) {
    counts[merge.name] = await compareMerge(client, merge, allSchools, complete.has(merge.sheet), recorders)
    onStep()
  }
  return { counts, invited: [], emailsChanged: 0 }
}

/** A school of the import; `id` is null if it is not in the database yet. */
export type School = { rbd: string; id: string | null }

export async function readSchools(client: pg.ClientBase): Promise<School[]> {
  const { rows } = await client.query<School>('select rbd, id from known_schools order by rbd')
  return rows
}

export const schoolFilterOf = ({ rbd, id }: School): SchoolFilter => ({
  isOfSchool: (column) => `${column} = ${pg.escapeLiteral(rbd)}`,
  liveIsOfSchool: `live.establishment_id = ${id ?? 'null'}`,
})

/** Writes the rows of one school in one transaction: an interruption at any moment leaves the state before it. */
export async function writeSchool(
  client: pg.ClientBase,
  school: School,
  store: ImportStore,
  plan: ImportPlan,
  onStep: () => void,
): Promise<WriteResult> {
  const counts: CountsByName = {}
  let emailChanges: EmailChange[] = []
  const delivered = merges.filter(({ sheet }) => plan.rows[sheet] > 0)
  await client.query('begin')
  try {
    const newsLog = await createChangeLog(client)
    let undoRecord: LoadId | undefined
    for (const merge of delivered) {
      const current = await withCurrentId(client, school)
      undoRecord ??= await beginUndoRecord(client, current, plan)
      const filter = schoolFilterOf(current)
      const prepare = async () => {
        if (merge.name === 'apoderados') emailChanges = await lockEmailChanges(client)
        await storeFilesOfRows(client, merge, store)
      }
      const isComplete = plan.complete.has(merge.sheet)
      const recorders = { reportExamples: plan.reportExamples, newsLog, undoRecord }
      counts[merge.name] = await writeMerge(client, { ...merge, prepare }, filter, isComplete, recorders)
      onStep()
    }
    const current = await withCurrentId(client, school)
    const establishment_id = Number(current.id)
    undoRecord ??= await beginUndoRecord(client, current, plan)
    const db = drizzle({ client: client as pg.Client })
    const schools = (await readSchools(client)).map(({ rbd }) => rbd)
    const detail = { command: 'import', ...store.actor, schools }
    await settleEmailChanges(db, emailChanges, { establishment_id, detail })
    const invited = await inviteNewGuardians(client, current.id, store, plan)
    if (plan.rows.vinculos > 0) await forgetClosedCalendars(client, current.id)
    await newsLog.append(undoRecord?.load_id)
    await endFirstImport(client, establishment_id, new Set(delivered.map(({ sheet }) => sheet)), undoRecord)
    await endUndoRecord(client, undoRecord, { counts, invited })
    await audit(
      db,
      'staff_id' in store.actor
        ? {
            action: 'load_applied',
            staff_id: store.actor.staff_id,
            establishment_id,
            detail: { load_id: undoRecord?.load_id, counts },
          }
        : { action: 'operator', establishment_id, detail: { ...detail, counts } },
    )
    await client.query('commit')
    return { counts, invited, emailsChanged: emailChanges.length }
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // if the connection is lost, the database rolls back anyway
    throw error
  }
}

/** Deletes the calendar addresses without an open link: otherwise they would work again when the link is restored. */
const forgetClosedCalendars = (client: pg.ClientBase, school_id: string | null) =>
  client.query(
    `delete from calendar_feeds feed where establishment_id = $1 and not exists (
      select from student_parents link where link.establishment_id = feed.establishment_id
        and link.student_id = feed.student_id and link.parent_id = feed.parent_id and link.has_access)`,
    [school_id],
  )

/**
 * Returns the load that records what is written, once the school has an id. A command adds a row for it, so that its
 * imports can be undone too.
 */
async function beginUndoRecord(
  client: pg.ClientBase,
  { id }: School,
  { load_id, files = [] }: ImportPlan,
): Promise<LoadId | undefined> {
  if (id === null) return undefined
  const establishment_id = Number(id)
  if (load_id !== undefined) return { establishment_id, load_id }
  const { rows } = await client.query<{ id: string }>(
    'insert into loads (establishment_id) values ($1) returning id',
    [id],
  )
  await client.query(
    `insert into load_files (establishment_id, load_id, path, bytes)
    select $1, $2, file, sum(bytes) from json_to_recordset($3) as given (file text, bytes bigint) group by file`,
    [id, rows[0]?.id, JSON.stringify(files)],
  )
  return { establishment_id, load_id: Number(rows[0]?.id) }
}

/** Completes the row of the load in the transaction that writes: 'done' says that all of it is saved. */
async function endUndoRecord(
  client: pg.ClientBase,
  undoRecord: LoadId | undefined,
  { counts, invited }: Pick<WriteResult, 'counts' | 'invited'>,
): Promise<void> {
  if (!undoRecord) return
  await client.query(
    `update loads set state = 'done', counts = $3, invited_ids = $4, review = null, step = null,
      applied_at = clock_timestamp(), changed_at = clock_timestamp() where establishment_id = $1 and id = $2`,
    [undoRecord.establishment_id, undoRecord.load_id, JSON.stringify(counts), invited],
  )
}

/** Returns the school with its id, which a new school has only after its own row was written. */
async function withCurrentId(client: pg.ClientBase, school: School): Promise<School> {
  if (school.id !== null) return school
  const { rows } = await client.query<School>('select rbd, id from known_schools where rbd = $1', [
    school.rbd,
  ])
  return rows[0] ?? school
}

/** By the name of a merge with files: the columns with the file's id and hash, and the kind of file. */
const FILE_COLUMNS: Record<string, [id: string, hash: string, kind: keyof AttachedFiles]> = {
  establecimientos: ['insign_id', 'insign_hash', 'photos'],
  matrículas: ['photo_id', 'photo_hash', 'photos'],
  apoderados: ['photo_id', 'photo_hash', 'photos'],
  agenda: ['document_id', 'document_hash', 'documents'],
}

/** Stores the files of the rows in the table `change`, and sets the columns with their ids, before rows are written. */
async function storeFilesOfRows(client: pg.ClientBase, { name }: Merge, store: ImportStore): Promise<void> {
  const columns = FILE_COLUMNS[name]
  if (!columns) return
  const [id, hash, kind] = columns
  const { rows } = await client.query<{ row_no: string; hash: string }>(
    `select row_no, new_${hash} as hash from change where new_${hash} is not null and new_${id} is null`,
  )
  for (const { row_no, hash: content } of rows) {
    const readAgain = store.attached[kind].get(content)
    if (!readAgain) throw new Error('A stored hash belongs to no file of this import')
    const file = randomId()
    await store.files.write(file, await readAgain())
    await client.query(`update change set new_${id} = $1 where row_no = $2`, [file, row_no])
  }
}

/**
 * Invites the guardians who by this import may see a child for the first time, if the plan says so, and returns their ids. A guardian is
 * invited once, in the first school where they have a child; those with a password, or who have signed in, are skipped.
 */
async function inviteNewGuardians(
  client: pg.ClientBase,
  school_id: string | null,
  { keys }: ImportStore,
  { byMail, invites = true }: ImportPlan,
): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `update known_guardians known set is_invited = true where not is_invited and id in (
      select parent_id from student_parents where establishment_id = $1 and has_access)
      and exists (select from parents where id = known.id
        and is_active and password_hash is null and last_login_at is null) returning id`,
    [school_id],
  )
  const ids = rows.map(({ id }) => Number(id))
  if (invites) await inviteParents(drizzle({ client: client as pg.Client }), keys, ids, { byMail })
  return ids
}
