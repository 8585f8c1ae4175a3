import type pg from 'pg'
import { Refusal } from './explain.ts'
import { compareMerge } from './merges/merge.ts'
import { electives } from './merges/mergeElectives.ts'
import { enrollments, links } from './merges/mergePeople.ts'
import { readSchools, schoolFilterOf } from './writeSchool.ts'

/**
 * The share of a school's rows that an import may end unless the operator allows more: an incomplete list would remove
 * the access of all families that are missing from it (R37).
 */
const SHARE_MAX = 0.05

const liveCounts: Record<string, string> = {
  matrículas: `select count(*) from enrollments l where l.withdrawn_on is null and l.establishment_id = $1
    and l.year in (select year from known_enrollments where is_listed)`,
  electivos: `select count(*) from elective_enrollments l join known_subjects subject on subject.id = l.course_subject_id
    join known_courses course on course.k = subject.course_k
    where l.establishment_id = $1 and subject.is_elective and course.year in (select year from electivos)`,
  vínculos: 'select count(*) from student_parents l where l.establishment_id = $1',
}

/**
 * Returns a line for each school that would lose more than 5 % of its enrollments, electives or links: '90003-6,
 * vínculos que terminan: 3 de 40'.
 */
export async function findExcessiveRemovals(client: pg.ClientBase): Promise<string[]> {
  const tooMany: string[] = []
  const schools = await readSchools(client)
  for (const school of schools.filter(({ id }) => id !== null)) {
    for (const merge of [enrollments, links, electives]) {
      const { ended } = await compareMerge(client, merge, schoolFilterOf(school), false)
      const { rows } = await client.query<{ count: string }>(liveCounts[merge.name] as string, [school.id])
      const all = Number(rows[0]?.count)
      if (ended > all * SHARE_MAX)
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
