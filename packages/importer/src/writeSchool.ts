import { settleEmailChanges } from '@apoderados/database/accounts/emailChanges'
import { audit } from '@apoderados/database/audit/audit'
import type { Files } from '@apoderados/database/files/fileStore'
import { inviteParents } from '@apoderados/database/invitations/invitations'
import type { EmailChange } from '@apoderados/database/mails/mails'
import { type Keys, randomId } from '@apoderados/database/secrets/keys'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Attached } from './attached.ts'
import { holdEmailChanges } from './emailChanges.ts'
import { merges } from './merges/all.ts'
import { type Counts, compare, type Merge, type Reach, write } from './merges/merge.ts'
import type { Changes } from './merges/mergeChanges.ts'
import type { SheetName } from './sheetRecords.ts'

export type CountsByName = Record<string, Counts>

export type Store = {
  keys: Keys
  files: Files
  attached: Attached
  /** The system's number of the account that runs the import, for the audit log. */
  uid: number
}
/** What the operator asked for, and how many rows came of each sheet. */
export type Plan = {
  rows: Record<SheetName, number>
  /** Sheets that hold everything of what they speak of. */
  complete: ReadonlySet<SheetName>
  /** Hears what the merges change. */
  changes?: Changes
  /** New guardians hear of their one-time password by mail; else by letters. */
  byMail: boolean
}

export function addCounts(total: CountsByName, counts: CountsByName): void {
  for (const [name, { added, changed, ended, left }] of Object.entries(counts)) {
    const sum = total[name] ?? { added: 0, changed: 0, ended: 0, left: 0 }
    total[name] = {
      added: sum.added + added,
      changed: sum.changed + changed,
      ended: sum.ended + ended,
      left: sum.left + left,
    }
  }
}

const everywhere: Reach = { of: () => 'true', live: 'true' }

/** `invited`: the parents who got a one-time password. `moved`: how many accounts got another e-mail. */
export type Done = { counts: CountsByName; invited: number[]; moved: number }

/** What the import would do, over all schools. */
export async function compareAll(
  client: pg.ClientBase,
  { complete, rows, changes }: Pick<Plan, 'complete' | 'rows' | 'changes'>,
  onStep: () => void,
): Promise<Done> {
  const counts: CountsByName = {}
  for (const merge of merges.filter(({ sheet }) => rows[sheet] > 0)) {
    counts[merge.name] = await compare(client, merge, everywhere, complete.has(merge.sheet), changes)
    onStep()
  }
  return { counts, invited: [], moved: 0 }
}

export type School = { rbd: string; id: string | null }

export async function readSchools(client: pg.ClientBase): Promise<School[]> {
  const { rows } = await client.query<School>('select rbd, id from known_schools order by rbd')
  return rows
}

export const reachOf = ({ rbd, id }: School): Reach => ({
  of: (column) => `${column} = ${pg.escapeLiteral(rbd)}`,
  live: `l.establishment_id = ${id ?? 'null'}`,
})

/** Everything of one school in one transaction: killed at any moment it leaves the old state. */
export async function writeSchool(
  client: pg.ClientBase,
  school: School,
  store: Store,
  plan: Plan,
  onStep: () => void,
): Promise<Done> {
  const counts: CountsByName = {}
  let invited: number[] = []
  let moved: EmailChange[] = []
  await client.query('begin')
  try {
    for (const merge of merges.filter(({ sheet }) => plan.rows[sheet] > 0)) {
      const reach = reachOf(await present(client, school))
      const prepare = async () => {
        if (merge.name === 'apoderados') moved = await holdEmailChanges(client)
        await prepareRows(client, merge, store)
      }
      const isComplete = plan.complete.has(merge.sheet)
      counts[merge.name] = await write(client, { ...merge, prepare }, reach, isComplete, plan.changes)
      onStep()
    }
    const { id } = await present(client, school)
    const establishment_id = Number(id)
    const db = drizzle({ client: client as pg.Client })
    const schools = (await readSchools(client)).map(({ rbd }) => rbd)
    const by = { command: 'import', uid: store.uid, schools }
    await settleEmailChanges(db, moved, { establishment_id, detail: by })
    invited = await inviteNewcomers(client, id, store, plan)
    await audit(db, { action: 'operator', establishment_id, detail: { ...by, counts } })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the connection may be gone: then it is undone anyway
    throw error
  }
  return { counts, invited, moved: moved.length }
}

/** A new school has its id once its own row is written. */
async function present(client: pg.ClientBase, school: School): Promise<School> {
  if (school.id !== null) return school
  const { rows } = await client.query<School>('select rbd, id from known_schools where rbd = $1', [
    school.rbd,
  ])
  return rows[0] ?? school
}

/** Of the merges whose rows have a file, by their names. */
const FILE_COLUMNS: Record<string, [id: string, hash: string, kind: keyof Attached]> = {
  establecimientos: ['insign_id', 'insign_hash', 'photos'],
  matrículas: ['photo_id', 'photo_hash', 'photos'],
  apoderados: ['photo_id', 'photo_hash', 'photos'],
  agenda: ['document_id', 'document_hash', 'documents'],
}

/** Stores the files of rows that are new or have a new content, before the rows that name them. */
async function prepareRows(client: pg.ClientBase, { name }: Merge, store: Store): Promise<void> {
  const columns = FILE_COLUMNS[name]
  if (!columns) return
  const [id, hash, kind] = columns
  const { rows } = await client.query<{ n: string; hash: string }>(
    `select n, new_${hash} as hash from change where new_${hash} is not null and new_${id} is null`,
  )
  for (const { n, hash: content } of rows) {
    const readAgain = store.attached[kind].get(content)
    if (!readAgain) throw new Error('A stored hash belongs to no file of this import')
    const file = randomId()
    await store.files.write(file, await readAgain())
    await client.query(`update change set new_${id} = $1 where n = $2`, [file, n])
  }
}

const idsOf = async (client: pg.ClientBase, sql: string, parameters: unknown[] = []): Promise<number[]> => {
  const { rows } = await client.query<{ id: string }>(sql, parameters)
  return rows.map(({ id }) => Number(id))
}

/** Once, with the first school where they have a child whom they may see; who signed in meanwhile needs none. */
async function inviteNewcomers(
  client: pg.ClientBase,
  school_id: string | null,
  { keys }: Store,
  { byMail }: Plan,
): Promise<number[]> {
  const ids = await idsOf(
    client,
    `update known_guardians known set is_invited = true where not is_invited and id in (
      select parent_id from student_parents where establishment_id = $1 and has_access)
      and exists (select from parents where id = known.id
        and is_active and password_hash is null and last_login_at is null) returning id`,
    [school_id],
  )
  await inviteParents(drizzle({ client: client as pg.Client }), keys, ids, { byMail })
  return ids
}
