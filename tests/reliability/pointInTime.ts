/**
 * Restores a database from pgBackRest's repository in an S3 bucket: to the moment before a bad import, compared by a
 * hash of all rows, and to the last archived moment after its disk was lost. `--only <words>` selects trials by name.
 * Needs Debian's PostgreSQL 15, pgBackRest and openssl.
 */
import { parseArgs } from 'node:util'
import { createJudge, runTrials } from '../support/stage/verdicts.ts'
import { startBucket } from './pointInTime/bucket.ts'
import { checkLostDisk, checkUndoOfBadImport } from './pointInTime/pointInTimeTrials.ts'
import { BUCKET_NAME, requirePgbackrest, startRepository } from './pointInTime/repository.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const { judge, judged } = createJudge(values.only)

async function runAll(): Promise<void> {
  requirePgbackrest()
  const repository = await startRepository(await startBucket(BUCKET_NAME))
  await judge('moment before a bad import', () => checkUndoOfBadImport(repository))
  await judge('disk lost under writes', () => checkLostDisk(repository))
}

await runTrials('reliability/pointInTime', judged, runAll)
