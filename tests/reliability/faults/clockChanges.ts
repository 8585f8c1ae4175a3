import type { Verdict } from '../../support/stage/verdicts.ts'
import { CAROLINA, callApi, failedReads, signIn } from './client.ts'
import type { ClockScene } from './clock.ts'

const HOUR_MS = 3_600_000
const TESTED_YEARS = [2026, 2027]
/** Time zones of schools in Chile: with daylight saving time, without it, and two hours further west. */
const TIME_ZONES = ['America/Santiago', 'America/Punta_Arenas', 'Pacific/Easter']
/** The tested moments, in seconds after a clock change: before it, in the hour after it, and one hour later. */
const TESTED_SECONDS = [-60, 60, 3_660]

const formatDateParts = (moment: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, ...options }).formatToParts(moment)
/**
 * Returns an offset such as '-04:00' from Node's time zone data. The server's offsets come from PostgreSQL's own data.
 */
function offsetAt(moment: number, zone: string): string {
  const name = formatDateParts(moment, zone, { timeZoneName: 'longOffset' }).find(
    ({ type }) => type === 'timeZoneName',
  )
  return name?.value.replace('GMT', '') || '+00:00'
}
const dayAt = (moment: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago', dateStyle: 'short' }).format(moment)

/** Returns the moments at which Santiago's clocks change in TESTED_YEARS, in ms since 1970. */
function findClockChanges(): number[] {
  const changes: number[] = []
  for (
    let moment = Date.UTC(TESTED_YEARS[0] as number, 0);
    moment < Date.UTC((TESTED_YEARS.at(-1) as number) + 1, 0);
    moment += HOUR_MS
  )
    if (offsetAt(moment, 'America/Santiago') !== offsetAt(moment - HOUR_MS, 'America/Santiago'))
      changes.push(moment)
  return changes
}

/**
 * Moves an event to noon on the days before and after a clock change, in each of TIME_ZONES, and counts the answers
 * that show the event with a wrong offset.
 */
async function countWrongOffsets({ stage, api }: ClockScene, jwt: string, change: number): Promise<number> {
  const { services, studentId } = stage.school
  const pool = services.db.$client
  const { rows } = await pool.query<{ id: string; establishment_id: string }>(
    `select event.id, event.establishment_id from events event join enrollments enrolled using (establishment_id, course_id)
     where enrolled.student_id = $1 limit 1`,
    [studentId],
  )
  const [event] = rows
  if (!event) throw new Error('the course has no event')
  let wrongEvents = 0
  for (const zone of TIME_ZONES) {
    await pool.query('update establishments set time_zone = $1 where id = $2', [zone, event.establishment_id])
    for (const moment of [change - 12 * HOUR_MS, change + 12 * HOUR_MS]) {
      const day = dayAt(moment)
      await pool.query(`update events set day = $1, time = '12:00' where establishment_id = $2 and id = $3`, [
        day,
        event.establishment_id,
        event.id,
      ])
      const requestedDay = day.split('-').reverse().join('/')
      const { bytes } = await callApi(
        api.url,
        `/diaries/events?student_id=${studentId}&date=${requestedDay}`,
        {
          jwt,
        },
      )
      if (!bytes.toString().includes(`"${day}T12:00:00${offsetAt(moment, zone)}"`)) wrongEvents += 1
    }
  }
  return wrongEvents
}

/** Counts the audit rows of contact reads: there must be one per day in Santiago, however long the day is (R2). */
async function countContactDays({ stage }: ClockScene, from: number): Promise<number> {
  const { rows } = await stage.school.services.db.$client.query<{ days: number }>(
    `select count(*)::int as days from audit_log where action = 'contacts_read' and student_id = $1
     and at between to_timestamp($2 / 1000.0) and to_timestamp($3 / 1000.0)`,
    [stage.school.studentId, from + (TESTED_SECONDS[0] as number) * 1000 - 5_000, from + 2 * HOUR_MS],
  )
  return rows[0]?.days ?? 0
}

export async function checkChangesOfHour(scene: ClockScene): Promise<Verdict> {
  const { stage, clock, api } = scene
  const changes = findClockChanges()
  let failed = 0
  let wrongEvents = 0
  let miscounted = 0
  for (const change of changes) {
    clock.setTo(change + (TESTED_SECONDS[0] as number) * 1000)
    const { jwt } = await signIn(api.url, CAROLINA)
    const days = new Set<string>()
    for (const seconds of TESTED_SECONDS) {
      clock.setTo(change + seconds * 1000)
      days.add(dayAt(change + seconds * 1000))
      failed += (await failedReads(api.url, jwt, stage.school.studentId)).length
      await signIn(api.url, CAROLINA)
    }
    wrongEvents += await countWrongOffsets(scene, jwt, change)
    if ((await countContactDays(scene, change)) !== days.size) miscounted += 1
  }
  clock.set(0)
  return {
    isGood: changes.length === 4 && failed === 0 && wrongEvents === 0 && miscounted === 0 && api.isAlive(),
    summary: `${changes.map(dayAt).join(', ')}, a minute before and after and an hour later: ${failed} reads refused, ${wrongEvents} of ${changes.length * TIME_ZONES.length * 2} events at another offset than theirs, contacts noted for another number of days at ${miscounted}`,
  }
}
