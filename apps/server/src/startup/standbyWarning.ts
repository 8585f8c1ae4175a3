import type { Database } from '@apoderados/database/client/open'
import { countSynchronousStandbys } from '@apoderados/database/client/replication'
import type { FastifyBaseLogger } from 'fastify'
import { loggedError } from '../http/errors.ts'

/** Warns once at the start; the metric `apoderados_database_synchronous_standbys` watches it afterwards. */
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
