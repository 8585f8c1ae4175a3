import type { Queryable } from '@apoderados/core/db/client/open'
import {
  type ErasedIds,
  eraseAccountsWithoutStudents,
  eraseStudents,
  findUnusedFiles,
} from '@apoderados/core/retention/erasure'
import { findAbandonedAccounts, findLeavers } from '@apoderados/core/retention/leavers'
import type { Connection } from '../../connection.ts'
import type { CommandContext } from '../command.ts'
import { inTransactionWithoutImport } from '../transaction.ts'
import { removeFiles } from './removeFiles.ts'

const BATCH_SIZE = 200

function* inBatches<T>(all: T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += BATCH_SIZE) yield all.slice(start, start + BATCH_SIZE)
}

const MS_PER_DAY = 86_400_000

/**
 * Finds files that no row references, for example after an interrupted import; `total` is the number of all files.
 * Files of the last day are skipped, because an import writes files before the rows that reference them.
 */
async function findOrphanFiles({ db, files }: Connection) {
  const ids: string[] = []
  let total = 0
  let batch: string[] = []
  const collectUnused = async () => {
    ids.push(...(await findUnusedFiles(db, batch)))
    batch = []
  }
  for await (const { id, modified } of files.list()) {
    total += 1
    if (Date.now() - modified.getTime() > MS_PER_DAY) batch.push(id)
    if (batch.length === BATCH_SIZE) await collectUnused()
  }
  await collectUnused()
  return { ids, total }
}

export type OverdueData = Awaited<ReturnType<typeof readOverdueData>>

export const readOverdueData = async (connection: Connection, years: number) => ({
  years,
  leavers: await findLeavers(connection.db, years),
  abandoned: await findAbandonedAccounts(connection.db, years),
  orphans: await findOrphanFiles(connection),
})

/** Erases rows in a transaction, and then the files that they referenced. Returns the number of erased accounts. */
async function eraseBatch(
  { db, files }: Connection,
  erase: (transaction: Queryable) => Promise<ErasedIds>,
): Promise<number> {
  const erased = await inTransactionWithoutImport(db, erase)
  await removeFiles(files, erased.file_ids)
  return erased.account_ids.length
}

/**
 * Erases overdue students and accounts, with one transaction and one audit line per batch, and returns the number of
 * erased accounts. Each transaction checks again what is overdue, because an import may have changed it.
 */
export async function eraseOverduePeople(
  connection: Connection,
  { auditCommand }: CommandContext,
  { years, leavers, abandoned }: OverdueData,
): Promise<number> {
  const { keys } = connection
  let accounts = 0
  for (const [establishment_id, ids] of leavers) {
    for (const batch of inBatches(ids)) {
      accounts += await eraseBatch(connection, async (transaction) => {
        const overdueIds = new Set((await findLeavers(transaction, years)).get(establishment_id))
        const student_ids = batch.filter((id) => overdueIds.has(id))
        const erased = await eraseStudents(transaction, keys, { establishment_id, student_ids })
        const detail = { erased_students: student_ids, erased_accounts: erased.account_ids }
        await auditCommand(transaction, { establishment_id, detail })
        return erased
      })
    }
  }
  for (const batch of inBatches(abandoned)) {
    accounts += await eraseBatch(connection, async (transaction) => {
      const unused = new Set(await findAbandonedAccounts(transaction, years))
      const ids = batch.filter((id) => unused.has(id))
      const erased = await eraseAccountsWithoutStudents(transaction, keys, ids)
      await auditCommand(transaction, { detail: { erased_accounts: erased.account_ids } })
      return erased
    })
  }
  return accounts
}
