import type { Queryable } from '@apoderados/database/client/open'
import {
  type Erased,
  eraseAccountsWithoutStudents,
  eraseStudents,
  unused,
} from '@apoderados/database/retention/erasure'
import { abandonedAccounts, leaversOf } from '@apoderados/database/retention/leavers'
import type { Connection } from '../../connection.ts'
import type { Context } from '../command.ts'
import { inTransaction } from '../transaction.ts'
import { removeFiles } from './eraseFiles.ts'

const AT_ONCE = 200

function* batches<T>(all: T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE)
}

type Orphans = { ids: string[]; of: number }
const MS_PER_DAY = 86_400_000

/**
 * Files that no row names, such as those of an erasure or an import that was cut short, `of` so many in all. Those of
 * the last day are passed over: an import writes them before the rows that name them.
 */
async function orphansOf({ db, files }: Connection): Promise<Orphans> {
  const ids: string[] = []
  let of = 0
  let some: string[] = []
  const sift = async () => {
    ids.push(...(await unused(db, some)))
    some = []
  }
  for await (const { id, modified } of files.list()) {
    of += 1
    if (Date.now() - modified.getTime() > MS_PER_DAY) some.push(id)
    if (some.length === AT_ONCE) await sift()
  }
  await sift()
  return { ids, of }
}

export type Due = { years: number; leavers: Map<number, number[]>; abandoned: number[]; orphans: Orphans }

export const readDue = async (connection: Connection, years: number): Promise<Due> => ({
  years,
  leavers: await leaversOf(connection.db, years),
  abandoned: await abandonedAccounts(connection.db, years),
  orphans: await orphansOf(connection),
})

/** A batch of rows gone for good, then its files. */
async function eraseBatch(
  { db, files }: Connection,
  erase: (transaction: Queryable) => Promise<Erased>,
): Promise<Erased> {
  const erased = await inTransaction(db, erase)
  await removeFiles(files, erased.file_ids)
  return erased
}

/**
 * Each batch in a transaction of its own, noted with its ids; answers how many accounts went. Asked once more there: since
 * they were counted, an import may have brought some of them back.
 */
export async function eraseDue(
  connection: Connection,
  { note }: Context,
  { years, leavers, abandoned }: Due,
): Promise<number> {
  const { keys } = connection
  let accounts = 0
  for (const [establishment_id, ids] of leavers) {
    for (const batch of batches(ids)) {
      const { account_ids } = await eraseBatch(connection, async (transaction) => {
        const gone = new Set((await leaversOf(transaction, years)).get(establishment_id))
        const student_ids = batch.filter((id) => gone.has(id))
        const erased = await eraseStudents(transaction, keys, { establishment_id, student_ids })
        const detail = { erased_students: student_ids, erased_accounts: erased.account_ids }
        await note(transaction, { establishment_id, detail })
        return erased
      })
      accounts += account_ids.length
    }
  }
  for (const batch of batches(abandoned)) {
    const { account_ids } = await eraseBatch(connection, async (transaction) => {
      const unused = new Set(await abandonedAccounts(transaction, years))
      const ids = batch.filter((id) => unused.has(id))
      const erased = await eraseAccountsWithoutStudents(transaction, keys, ids)
      await note(transaction, { detail: { erased_accounts: erased.account_ids } })
      return erased
    })
    accounts += account_ids.length
  }
  return accounts
}
