import type pg from 'pg'
import { Refusal } from './explain.ts'
import { compareMerge } from './merges/merge.ts'
import { electivesMerge } from './merges/mergeElectives.ts'
import { enrollmentsMerge, linksMerge } from './merges/mergePeople.ts'
import { readSchools, schoolFilterOf } from './writeSchool.ts'

/**
 * The share of a school's enrollments, electives or links that an import may end unless the operator allows more: an
 * incomplete list would remove the access of all families that are missing from it (R37).
 */
const REMOVED_SHARE_MAX = 0.05

/** SQL that counts the stored rows of a merge in the school with the id $1, by the name of the merge. */
const liveCountSql: Record<string, string> = {
  matrículas: `select count(*) from enrollments live where live.withdrawn_on is null and live.establishment_id = $1
    and live.year in (select year from known_enrollments where is_listed)`,
  electivos: `select count(*) from elective_enrollments live
    join known_subjects subject on subject.id = live.course_subject_id
    join known_courses course on course.row_no = subject.course_row
    where live.establishment_id = $1 and subject.is_elective and course.year in (select year from electivos)`,
  vínculos: 'select count(*) from student_parents live where live.establishment_id = $1',
}

/** Returns a line for each school and merge with too many rows to end: '90003-6, vínculos que terminan: 3 de 40'. */
export async function findExcessiveRemovals(client: pg.ClientBase): Promise<string[]> {
  const tooMany: string[] = []
  const schools = await readSchools(client)
  for (const school of schools.filter(({ id }) => id !== null)) {
    for (const merge of [enrollmentsMerge, linksMerge, electivesMerge]) {
      const { ended } = await compareMerge(client, merge, schoolFilterOf(school), false)
      const { rows } = await client.query<{ count: string }>(liveCountSql[merge.name] as string, [school.id])
      const all = Number(rows[0]?.count)
      if (ended > all * REMOVED_SHARE_MAX)
        tooMany.push(`${school.rbd}, ${merge.name} que terminan: ${ended} de ${all}`)
    }
  }
  return tooMany
}

export const describeExcessiveRemovals = (endings: string[]): string =>
  `Demasiado termina de una vez (más de 5 %): ${endings.join('; ')}. ¿Está completa la lista?`

export const refuseExcessiveRemovals = (endings: string[]): Refusal | undefined =>
  endings.length === 0
    ? undefined
    : new Refusal(`${describeExcessiveRemovals(endings)} Si es así, repita con --allow-endings.`)
