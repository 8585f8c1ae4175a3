import type { Database } from '@apoderados/core/db/client/open'
import { countSynchronousStandbys } from '@apoderados/core/db/client/replication'
import type { FastifyBaseLogger } from 'fastify'
import { loggedError } from '../http/errors.ts'

/**
 * Logs a warning at the start if the database has no synchronous standby. Afterwards, the metric
 * `apoderados_database_synchronous_standbys` shows the number of standbys.
 */
export async function warnWithoutStandby(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Promise<void> {
  try {
    if ((await countSynchronousStandbys(db)) > 0) return
    log.warn(
      'no synchronous standby: if the database’s machine dies, the writes since the last backup are lost',
    )
  } catch (error) {
    log.error(loggedError(error as Error, false), 'the standbys could not be counted')
  }
}
