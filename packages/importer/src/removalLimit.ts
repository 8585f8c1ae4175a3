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

/** The merges whose ended rows take a family's access away. */
export const removalMerges = [enrollmentsMerge, linksMerge, electivesMerge]

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

/** How many rows of a kind a delivery would end in a school, and how many the school has. */
type Removal = { rbd: string; kind: string; ended: number; of: number; isExcessive: boolean }

/** Counts the enrollments, links and electives that the staged rows would end, by school. */
export async function countRemovals(client: pg.ClientBase): Promise<Removal[]> {
  const removals: Removal[] = []
  const schools = await readSchools(client)
  for (const school of schools.filter(({ id }) => id !== null)) {
    for (const merge of removalMerges) {
      const { ended } = await compareMerge(client, merge, schoolFilterOf(school), false)
      const { rows } = await client.query<{ count: string }>(liveCountSql[merge.name] as string, [school.id])
      const of = Number(rows[0]?.count)
      removals.push({
        rbd: school.rbd,
        kind: merge.name,
        ended,
        of,
        isExcessive: ended > of * REMOVED_SHARE_MAX,
      })
    }
  }
  return removals
}

/** Returns a line for each school and merge with too many rows to end: '90003-6, vínculos que terminan: 3 de 40'. */
export async function findExcessiveRemovals(client: pg.ClientBase): Promise<string[]> {
  const excessive = (await countRemovals(client)).filter(({ isExcessive }) => isExcessive)
  return excessive.map(({ rbd, kind, ended, of }) => `${rbd}, ${kind} que terminan: ${ended} de ${of}`)
}

export const describeExcessiveRemovals = (endings: string[]): string =>
  `Con esta entrega terminaría más del 5 %: ${endings.join('; ')}. ¿Está completa la lista?`

export const refuseExcessiveRemovals = (endings: string[]): Refusal | undefined =>
  endings.length === 0
    ? undefined
    : new Refusal(
        `${describeExcessiveRemovals(endings)} Sin --apply, la revisión dice quiénes terminan. Si está completa, repita con --allow-endings.`,
      )
