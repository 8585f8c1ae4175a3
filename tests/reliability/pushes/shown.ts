import type { Database } from '@apoderados/core/db/client/open'
import type { ReceivedPush } from '@apoderados/testing/push/pushService'
import { isNewer } from '../../../apps/web/src/worker/message.ts'

/** The ids of the changes of which a device is to be notified, by '<device> <student>-<kind>'. */
type ExpectedChanges = Map<string, number[]>

/** Reads the published changes of single students, for each device of a parent who may see them. */
async function readExpected({ $client: pool }: Database): Promise<ExpectedChanges> {
  const { rows } = await pool.query<{ key: string; ids: number[] }>(`
    select concat(device.session_id, ' ', enrollment.student_id, '-', change.kind) as key,
      array_agg(change.id::float8 order by change.id) as ids
    from changes change
    join enrollments enrollment on enrollment.establishment_id = change.establishment_id
      and enrollment.id = change.enrollment_id and enrollment.withdrawn_on is null
    join student_parents link on link.establishment_id = enrollment.establishment_id
      and link.student_id = enrollment.student_id and link.has_access
    join sessions on sessions.parent_id = link.parent_id
    join push_tokens device on device.session_id = sessions.id
    where change.published_at <= now() and change.known_value is distinct from change.new_value
    group by 1`)
  return new Map(rows.map(({ key, ids }) => [key, ids]))
}

/**
 * Returns the messages that each device shows one after the other for each tag: the app's service worker ignores a
 * message that is not newer than the one shown.
 */
function shownBatches(arrived: ReceivedPush[]): Map<string, { batch: string; body: string }[]> {
  const shown = new Map<string, { batch: string; body: string }[]>()
  for (const { device, message } of arrived) {
    const key = `${device} ${message.tag}`
    const list = shown.get(key) ?? []
    const last = list.at(-1)
    if (!last || isNewer(message.batch, last.batch)) list.push(message)
    shown.set(key, list)
  }
  return shown
}

export type ShownTally = {
  /** The number of effects that a parent must see: one per device and change. */
  effects: number
  lost: number
  twice: number
  /** Notifications without any expected change, or with a wrong number of changes in their text. */
  wrong: number
  /** Messages that the push service received and that show nothing new. */
  repeated: number
}

/**
 * Compares what the devices show with the change log. A repeated message shows no change twice, because it has the tag
 * and the batch of the notification that it replaces.
 */
export async function tallyShown(db: Database, arrived: ReceivedPush[]): Promise<ShownTally> {
  const expected = await readExpected(db)
  const shown = shownBatches(arrived)
  const count = [...shown.values()].reduce((sum, batches) => sum + batches.length, 0)
  const tally: ShownTally = { effects: 0, lost: 0, twice: 0, wrong: 0, repeated: arrived.length - count }
  for (const key of shown.keys()) if (!expected.has(key)) tally.wrong += 1
  for (const [key, ids] of expected) {
    const times = new Map(ids.map((id) => [id, 0]))
    for (const { batch, body } of shown.get(key) ?? []) {
      const [first = 0, last = 0] = batch.split('-').map(Number)
      const covered = ids.filter((id) => id >= first && id <= last)
      if (!body.startsWith(`${covered.length} `)) tally.wrong += 1
      for (const id of covered) times.set(id, (times.get(id) ?? 0) + 1)
    }
    tally.effects += ids.length
    for (const seen of times.values()) {
      if (seen === 0) tally.lost += 1
      if (seen > 1) tally.twice += 1
    }
  }
  return tally
}

export const isExact = ({ effects, lost, twice, wrong }: ShownTally) =>
  effects > 0 && lost === 0 && twice === 0 && wrong === 0

export const tallyText = ({ effects, lost, twice, wrong, repeated }: ShownTally) =>
  `${effects} changes of a device: ${lost} lost, ${twice} shown twice, ${wrong} wrong texts; ${repeated} repeated messages replaced the one before`
