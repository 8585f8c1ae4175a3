import { type AnyColumn, and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../client/open.ts'
import { establishments, invitations, parents, studentParents, students } from '../schema/schema.ts'
import type { Keys } from '../secrets/keys.ts'
import { revealCode } from '../secrets/oneTimeCodes.ts'
import { currentEnrollment } from '../students/enrollments.ts'
import { type CoursePosition, comparePlaces } from '../students/schoolOrder.ts'
import { isLiveInvitation } from './liveInvitations.ts'

/** What a letter tells one guardian. */
export type Letter = {
  parent_id: number
  name: string
  last_name: string
  email: string
  /** `XXXX-XXXX-XXXXX`. */
  password: string
  expires_at: Date
  /** Those of the students. */
  establishments: string[]
  /** In the order of the school: first names as the family may read them, '5° Básico A', the number on its list. */
  students: { name: string; course: string | null; list_number: number | null }[]
}

type ListedPlace = CoursePosition & { list_number: number | null }

const PARENTS_AT_ONCE = 500

const isAmong = (column: AnyColumn, parent_ids: number[]) =>
  sql`${column} = any(${sql.param(parent_ids)}::bigint[])`

/** Of the students that each may see: no letter names another. */
async function readPlaces(db: Queryable, parent_ids: number[]): Promise<Map<number, ListedPlace[]>> {
  const enrollment = currentEnrollment(db)
  const rows = await db
    .select({
      parent_id: studentParents.parent_id,
      school: establishments.name,
      course_name: enrollment.course_name,
      letter: enrollment.letter,
      list_number: enrollment.list_number,
      last_name: students.last_name,
      second_last_name: students.second_last_name,
      // As on the family's own pages: a social name could out a child at home.
      name: sql<string>`case when ${students.shows_social_name} then coalesce(nullif(${students.social_name}, ''), ${students.name}) else ${students.name} end`,
    })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .innerJoin(
      students,
      and(
        eq(students.establishment_id, studentParents.establishment_id),
        eq(students.id, studentParents.student_id),
      ),
    )
    .leftJoinLateral(enrollment, sql`true`)
    .where(and(isAmong(studentParents.parent_id, parent_ids), eq(studentParents.has_access, true)))
  const places = Map.groupBy(rows, ({ parent_id }) => parent_id)
  for (const ofParent of places.values()) ofParent.sort(comparePlaces)
  return places
}

const readLive = (db: Queryable, which: SQL) =>
  db
    .select({
      parent_id: parents.id,
      name: parents.name,
      last_name: parents.last_name,
      email: parents.email,
      seed: invitations.seed,
      expires_at: invitations.expires_at,
    })
    .from(parents)
    .innerJoin(invitations, isLiveInvitation)
    .where(and(which, eq(parents.is_active, true)))
    .orderBy(asc(parents.id))
    .limit(PARENTS_AT_ONCE)

/** Some at a time, so that neither the list nor the answer is ever whole in a statement. */
async function* readIds(db: Queryable, wanted: number[] | 'all live'): AsyncGenerator<number[]> {
  if (wanted !== 'all live') {
    const each = [...new Set(wanted)]
    for (let start = 0; start < each.length; start += PARENTS_AT_ONCE) {
      const rows = await readLive(db, isAmong(parents.id, each.slice(start, start + PARENTS_AT_ONCE)))
      yield rows.map(({ parent_id }) => parent_id)
    }
    return
  }
  for (let last: number | undefined = 0; last !== undefined; ) {
    const ids: number[] = (await readLive(db, gt(parents.id, last))).map(({ parent_id }) => parent_id)
    yield ids
    last = ids.at(-1)
  }
}

const nowhere: CoursePosition = {
  ...{ school: '\uffff', course_name: null, letter: null },
  ...{ last_name: '', second_last_name: null, name: '' },
}

/** Whose letters there are, in the order in which a school hands them out: by the first student's course and name. */
async function readOrder(db: Queryable, wanted: number[] | 'all live'): Promise<number[]> {
  const found: { parent_id: number; first: CoursePosition }[] = []
  for await (const ids of readIds(db, wanted)) {
    const places = await readPlaces(db, ids)
    found.push(...ids.map((parent_id) => ({ parent_id, first: places.get(parent_id)?.[0] ?? nowhere })))
  }
  return found.sort((one, other) => comparePlaces(one.first, other.first)).map(({ parent_id }) => parent_id)
}

/**
 * Live invitations in batches, sorted by the school, course and surname of the first student; who has none, or one
 * whose key was retired, is left out.
 */
export async function* readInvitations(
  db: Queryable,
  keys: Keys,
  parent_ids: number[] | 'all live',
): AsyncGenerator<Letter[]> {
  const order = await readOrder(db, parent_ids)
  for (let start = 0; start < order.length; start += PARENTS_AT_ONCE) {
    const ids = order.slice(start, start + PARENTS_AT_ONCE)
    const rows = new Map((await readLive(db, isAmong(parents.id, ids))).map((row) => [row.parent_id, row]))
    const places = await readPlaces(db, ids)
    yield ids.flatMap((id) => {
      const row = rows.get(id)
      const password = row && revealCode(keys, 'invitation', row.seed)
      return row && password ? [toLetter(row, password, places.get(id) ?? [])] : []
    })
  }
}

type Row = Awaited<ReturnType<typeof readLive>>[number]

const toLetter = ({ seed: _, ...row }: Row, password: string, places: ListedPlace[]): Letter => ({
  ...row,
  password,
  establishments: [...new Set(places.map(({ school }) => school))],
  students: places.map(({ name, course_name, letter, list_number }) => ({
    name,
    course: course_name && `${course_name} ${letter}`,
    list_number,
  })),
})
