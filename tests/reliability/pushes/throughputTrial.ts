import { setTimeout as sleep } from 'node:timers/promises'
import { startApi } from '../../support/stage/api.ts'
import { openSessions, type School } from '../../support/stage/database.ts'
import { kindsOf, startLoad } from '../../support/stage/requestLoad.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { percentile } from '../load/tally.ts'
import { changeGrades } from './changes.ts'
import { waitUntilSent } from './killTrial.ts'
import type { PushStage } from './pushStage.ts'
import { isExact, tallyShown, tallyText } from './shown.ts'

const SENDING_SECONDS_MAX = 180
/** The limit that P9 sets for reads beside sign-ins. */
const READS_P99_MAX_MS = 100
const GRADES_PER_STUDENT = 3
const READ_LOAD = { connections: 20, pauseMs: 80, keepsOutcomes: true }
const BASELINE_MS = 15_000

async function prepareReader({ db, services }: PushStage): Promise<School> {
  const { rows } = await db.$client.query<{ parent_id: string; student_id: string }>(
    'select parent_id, student_id from student_parents order by parent_id limit 1',
  )
  const [parentId, studentId] = [Number(rows[0]?.parent_id), Number(rows[0]?.student_id)]
  const jwts = await openSessions(services, parentId, 200)
  return { services, secretKeys: '', jwts, parentIds: [parentId], studentId }
}

/** Changes three grades of each student in one transaction; measures reads and the time until the last push. */
export async function notifyOfImport(stage: PushStage, students: number): Promise<Verdict> {
  const school = await prepareReader(stage)
  const apis = [await startApi(stage.environment), await startApi(stage.environment)]
  const read = () => startLoad(apis[0]?.url ?? '', school, READ_LOAD)
  await sleep(BASELINE_MS)
  const quiet = read()
  await sleep(BASELINE_MS)
  const before = await quiet.stop()
  const changes = await changeGrades(stage.db, { first: 0, students, perStudent: GRADES_PER_STUDENT })
  const since = performance.now()
  const load = read()
  await waitUntilSent(stage)
  const seconds = (performance.now() - since) / 1_000
  const during = await load.stop()
  for (const api of apis) await api.end('SIGTERM')
  const tally = await tallyShown(stage.db, stage.service.arrived)
  const p99 = (of: typeof during) =>
    percentile(
      of.outcomes.map(({ ms }) => ms),
      0.99,
    )
  const messages = stage.service.arrived.length
  return {
    isGood:
      isExact(tally) &&
      seconds < SENDING_SECONDS_MAX &&
      p99(during) <= READS_P99_MAX_MS &&
      during.failed.length === 0,
    summary: `${changes} changes of ${students} students: ${messages} messages in ${seconds.toFixed(1)} s of ${SENDING_SECONDS_MAX} (${Math.round(messages / seconds)}/s); ${during.calls} reads meanwhile (${Math.round(during.calls / seconds)}/s), failed ${kindsOf(during.failed)}, p99 ${p99(during).toFixed(0)} ms of ${READS_P99_MAX_MS}, ${p99(before).toFixed(0)} before; ${tallyText(tally)}`,
  }
}
