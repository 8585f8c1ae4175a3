import type { dataKinds } from '@apoderados/contract/office/today'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'

type DataKind = (typeof dataKinds)[number]

/** The names of the merges in `loads.counts`, by kind. */
const mergesOf: Record<DataKind, string[]> = {
  attendance: ['asistencia', 'atrasos'],
  observations: ['observaciones'],
  grades: ['evaluaciones', 'notas'],
  people: ['alumnos', 'matrículas', 'apoderados', 'calidades', 'vínculos', 'electivos'],
  agenda: ['agenda'],
  timetable: ['horario'],
}
/** The usual pause is the median of the pauses between this many loads. */
const LOADS_OF_RHYTHM = 9
const LOADS_OF_RHYTHM_MIN = 4
const WORKING_DAYS_OF_WEEK = 5

export type KindLoad = {
  kind: DataKind
  loaded_at: Date
  /** Days since 1970-01-01 by the school's clock, of the load and of now. */
  day: number
  today: number
  added: number
  changed: number
  ended: number
}

const mergeKinds: SQL = sql.join(
  Object.entries(mergesOf).flatMap(([kind, names]) => names.map((name) => sql`(${kind}, ${name})`)),
  sql`, `,
)

/** Returns the last loads of each kind of a school's data, the newest first. */
export async function readLastLoads(db: Queryable, school_id: number): Promise<KindLoad[]> {
  const { rows } = await db.execute<KindLoad>(sql`
    select kind, loaded_at, added, changed, ended, (loaded_at at time zone time_zone)::date - date '1970-01-01' as day,
      (now() at time zone time_zone)::date - date '1970-01-01' as today
    from (
      select merge.kind, load.applied_at as loaded_at, school.time_zone,
        sum((count.value ->> 'added')::int)::int as added, sum((count.value ->> 'changed')::int)::int as changed,
        sum((count.value ->> 'ended')::int)::int as ended,
        row_number() over (partition by merge.kind order by load.applied_at desc) as place
      from loads load
      join establishments school on school.id = load.establishment_id
      cross join lateral jsonb_each(load.counts) count
      join (values ${mergeKinds}) merge(kind, name) on merge.name = count.key
      where load.establishment_id = ${school_id} and load.state = 'done'
      group by merge.kind, load.id, load.applied_at, school.time_zone
    ) counted
    where place <= ${LOADS_OF_RHYTHM}
    order by kind, loaded_at desc`)
  return rows.map((row) => ({ ...row, loaded_at: new Date(row.loaded_at) }))
}

/** 1 for Monday to 7 for Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1
/** Counts the days from Monday to Friday until `day`, from a fixed Monday on. */
const workingDaysUntil = (day: number) =>
  Math.floor((day + 3) / 7) * WORKING_DAYS_OF_WEEK + Math.min(weekdayOf(day), WORKING_DAYS_OF_WEEK)

function mostFrequent(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [[value] = [0]] = [...counts].sort(([, one], [, other]) => other - one)
  return value
}

/** Returns how often data of one kind usually arrives, and whether it is late. `loads` begins with the newest. */
export function rhythmOf(loads: Pick<KindLoad, 'day' | 'today'>[]) {
  const [last] = loads
  if (!last || loads.length < LOADS_OF_RHYTHM_MIN)
    return { usual_days: null, usual_weekday: null, is_late: false }
  const pauses = loads
    .slice(1)
    .map(({ day }, index) => workingDaysUntil(loads[index]?.day ?? 0) - workingDaysUntil(day))
    .sort((one, other) => one - other)
  const usual_days = Math.max(pauses[Math.floor(pauses.length / 2)] ?? 0, 1)
  const weekday = mostFrequent(loads.map(({ day }) => weekdayOf(day)))
  return {
    usual_days,
    usual_weekday: usual_days === WORKING_DAYS_OF_WEEK ? weekday : null,
    // One day later than usual is not worth a warning.
    is_late: workingDaysUntil(last.today) - workingDaysUntil(last.day) > usual_days + 1,
  }
}
