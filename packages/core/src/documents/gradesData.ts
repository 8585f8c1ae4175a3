import { averageOfSubjects, averageOfSums, type Rounding } from '@apoderados/contract/averages'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'

/** A subject's result in each period, in the order of `periods`: an average such as '5,4', a concept, or null. */
export type GradesData = {
  periods: string[]
  subjects: { name: string; results: (string | null)[] }[]
  averages: (string | null)[]
}

type GradesKey = {
  establishment_id: number
  enrollment_id: number
  course_id: number
  year: number
  rounding: Rounding
  uses_weights: boolean
}

type SumRow = {
  subject_id: number
  sub_period_id: number
  name: string
  scale_type: 'number' | 'other'
  counts_in_average: boolean
  weighted: number
  weights: number
  concept: string | null
}

/** Returns tenths as a mark in Spanish: 54 is '5,4'. */
export const markText = (tenths: number | null) =>
  tenths === null ? null : `${Math.trunc(tenths / 10)},${tenths % 10}`

/** Reads the averages of all periods of the year, by the same sums as the app shows. */
export async function readGradesData(db: Queryable, key: GradesKey): Promise<GradesData> {
  const { establishment_id, enrollment_id, course_id, year } = key
  const { rows: periods } = await db.execute<{ id: number; name: string }>(sql`
    select id::float8 as id, name from sub_periods
    where establishment_id = ${establishment_id} and year = ${year} order by starts_on`)
  const weight = sql`case when ${key.uses_weights} then assessment.weight else 1 end`
  const { rows } = await db.execute<SumRow>(sql`
    select subject.id::float8 as subject_id, period.id::float8 as sub_period_id, subject.name, subject.scale_type,
      subject.counts_in_average, coalesce(sum(mark.tenths * ${weight}), 0)::float8 as weighted,
      coalesce(sum(${weight}) filter (where mark.tenths is not null), 0)::float8 as weights,
      (array_agg(mark.concept order by assessment.held_on desc, assessment.id desc)
        filter (where mark.concept is not null))[1] as concept
    from course_subjects subject
    join sub_periods period on period.establishment_id = subject.establishment_id and period.year = ${year}
    left join assessments assessment on assessment.establishment_id = subject.establishment_id
      and assessment.course_subject_id = subject.id and assessment.sub_period_id = period.id
    left join grades mark on mark.establishment_id = assessment.establishment_id
      and mark.enrollment_id = ${enrollment_id} and mark.assessment_id = assessment.id
    where subject.establishment_id = ${establishment_id} and subject.course_id = ${course_id}
      and subject.scale_type is not null
      and (not subject.is_elective or exists (select from elective_enrollments taken
        where taken.establishment_id = subject.establishment_id and taken.enrollment_id = ${enrollment_id}
          and taken.course_subject_id = subject.id))
    group by subject.establishment_id, subject.id, period.id
    order by subject.position, subject.id`)
  const results = [...Map.groupBy(rows, ({ subject_id }) => subject_id).values()].map((sums) => ({
    name: sums[0]?.name ?? '',
    byPeriod: periods.map(({ id }) =>
      resultOf(
        sums.find(({ sub_period_id }) => sub_period_id === id),
        key,
      ),
    ),
  }))
  return {
    periods: periods.map(({ name }) => name),
    subjects: results.map(({ name, byPeriod }) => ({ name, results: byPeriod.map(({ text }) => text) })),
    averages: periods.map((_, at) => {
      const counted = results
        .flatMap(({ byPeriod }) => byPeriod.slice(at, at + 1))
        .filter(({ counts }) => counts)
      return markText(
        averageOfSubjects(
          counted.map(({ tenths }) => tenths),
          key.rounding,
        ),
      )
    }),
  }
}

function resultOf(sums: SumRow | undefined, { rounding }: GradesKey) {
  if (sums?.scale_type !== 'number') return { text: sums?.concept ?? null, tenths: null, counts: false }
  const tenths = averageOfSums(sums, rounding)
  return { text: markText(tenths), tenths, counts: sums.counts_in_average }
}
