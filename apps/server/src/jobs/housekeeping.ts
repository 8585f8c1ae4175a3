import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createLeaderLock } from '@apoderados/core/db/client/leaderLock'
import { removeExpiredAttachments } from '@apoderados/core/excuses/attachmentRetention'
import { undefinedIfMissing } from '@apoderados/core/files/atomicFile'
import { removeOldImportLists } from '@apoderados/core/files/importLists'
import { findOpenLoads, loadsFolder } from '@apoderados/core/loads/loadJobs'
import { queueStaffMail } from '@apoderados/core/mails/mails'
import { claimOverdue, readAnsweringStaff } from '@apoderados/core/privacy/dataRequests'
import { removeExpired } from '@apoderados/core/retention/retention'
import { createOrphanRemoval } from '@apoderados/core/retention/storedFiles'
import type { FastifyBaseLogger } from 'fastify'
import { removeOldMailFiles } from '../mail/delivery.ts'
import type { Services } from '../services.ts'
import { codeOf } from './polling.ts'

const MS_PER_HOUR = 3_600_000

/**
 * At the start and each hour, deletes expired rows of the database, and old mails and import lists in the
 * process' own folder, and expired attachments. Each hour, but not at the start, it also deletes stored files that belong to nothing. Only one
 * process of the installation, the leader, cleans the database and the file store.
 */
export function startHousekeeping(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { url, dataDir }: { url: string; dataDir: string },
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
) {
  const leaderLock = createLeaderLock(url)
  let isStopping = false
  const removeOrphans = createOrphanRemoval(db, files)
  async function removeOrphanFiles(): Promise<void> {
    const { orphans, stored, areTooMany } = await removeOrphans()
    if (areTooMany) log.warn({ orphans, stored }, 'most stored files belong to nothing: none was removed')
  }
  const onFailed = (step: string, error: unknown) =>
    log.error({ step, code: codeOf(error) }, 'retention failed')
  const logged = (step: string, job: () => Promise<void>) => job().catch((error) => onFailed(step, error))
  const asLeader = (step: string, job: () => Promise<void>) =>
    logged(step, async () => {
      if (await leaderLock.isLeader()) await job()
    })
  const removeOld = () =>
    asLeader('turn', () => removeExpired(db, { onFailed, shouldStop: () => isStopping }))
  const removeFiles = () => asLeader('stored files', removeOrphanFiles)
  const removeAttachments = () => asLeader('attachments', () => removeExpiredAttachments(db, files))
  /** Tells the staff once of each request about personal data whose last day has passed. */
  const tellOverdue = () =>
    asLeader('overdue requests', () =>
      db.transaction(async (all) => {
        for (const school_id of await claimOverdue(all))
          for (const staff_id of await readAnsweringStaff(all, school_id))
            await queueStaffMail(all, { kind: 'staff_request_overdue', staff_id })
      }),
    )
  /** Removes the files of loads that have ended. */
  async function removeEndedLoads(): Promise<void> {
    const folder = loadsFolder(dataDir)
    const names = (await undefinedIfMissing(readdir(folder))) ?? []
    const open = new Set(await findOpenLoads(db, names.map(Number)))
    for (const name of names.filter((each) => !open.has(Number(each))))
      await rm(join(folder, name), { recursive: true, force: true })
  }
  async function clearFolder(): Promise<void> {
    await logged('outbox', () => removeOldMailFiles(dataDir))
    await logged('import lists', () => removeOldImportLists(dataDir))
    await logged('loads', removeEndedLoads)
  }

  const firstJobs = () => removeOld().then(removeAttachments).then(tellOverdue)
  const timer = setInterval(() => firstJobs().then(removeFiles).then(clearFolder), MS_PER_HOUR).unref()
  const firstRound = firstJobs().then(clearFolder)
  return {
    firstRound,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await firstRound
      await leaderLock.release()
    },
  }
}
