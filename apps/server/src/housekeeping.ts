import type { FastifyBaseLogger } from 'fastify'
import { removeExpired } from './db/retention.ts'
import { createOrphanRemoval } from './db/storedFiles.ts'
import { createTurn } from './db/turn.ts'
import { emptyOutbox } from './mail/delivery.ts'
import type { Services } from './services.ts'

const MS_PER_HOUR = 3_600_000

export type Housekeeping = { firstRound: Promise<void>; stop(): Promise<void> }

/**
 * What goes by its age, now and each hour: from the database and the store of files by one process for all, from
 * this machine's own folder by each.
 */
export function startHousekeeping(
  { db, files }: Pick<Services, 'db' | 'files'>,
  { url, dataDir }: { url: string; dataDir: string },
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Housekeeping {
  const turn = createTurn(url)
  const removeOrphans = createOrphanRemoval(db, files)
  async function removeUnnamed(): Promise<void> {
    const { orphans, stored, areTooMany } = await removeOrphans()
    if (areTooMany) log.warn({ orphans, stored }, 'most stored files belong to nothing: none was removed')
  }
  const logged = (job: () => Promise<void>) =>
    job().catch(({ code }) => log.error({ code }, 'retention failed'))
  const removeOld = () =>
    logged(async () => {
      if (await turn.isOurs()) await removeExpired(db)
    })
  const removeFiles = () =>
    logged(async () => {
      if (await turn.isOurs()) await removeUnnamed()
    })
  const clearFolder = () => logged(() => emptyOutbox(dataDir))

  const timer = setInterval(() => removeOld().then(removeFiles).then(clearFolder), MS_PER_HOUR).unref()
  const firstRound = removeOld().then(clearFolder)
  return {
    firstRound,
    async stop() {
      clearInterval(timer)
      await firstRound
      await turn.giveUp()
    },
  }
}
