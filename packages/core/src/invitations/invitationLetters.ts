import { type AnyColumn, and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { hasKey } from '../db/schema/schoolKeys.ts'
import { invitations } from '../db/tables/accounts.ts'
import { parents, studentParents, students } from '../db/tables/people.ts'
import { establishments } from '../db/tables/schools.ts'
import { parentTimeZone } from '../mails/mailClock.ts'
import type { Keys } from '../secrets/keys.ts'
import { revealCode } from '../secrets/oneTimeCodes.ts'
import { currentEnrollment } from '../students/enrollments.ts'
import { compareStudents, type StudentSortKey } from '../students/schoolOrder.ts'
import { isLiveInvitation } from './liveInvitations.ts'

/** The content of an invitation letter for one guardian. */
export type Letter = {
  parent_id: number
  name: string
  last_name: string
  email: string
  /** The one-time password in the form `XXXX-XXXX-XXXXX`. */
  password: string
  expires_at: Date
  /** The zone of the guardian's school, by whose clock the letter says when the password expires. */
  time_zone: string
  /** The names of the schools of the guardian's students. */
  establishments: string[]
  /**
   * Sorted by school, course and surname. `name` is the first name that the family may read, `course` is such as '5°
   * Básico A', or null without a course, and `list_number` is the student's number on the class list.
   */
  students: { name: string; course: string | null; list_number: number | null }[]
}

/** A student in a letter, with the keys by which the letters are sorted. */
type ListedStudent = StudentSortKey & { list_number: number | null }

const PARENTS_PER_BATCH = 500

/** Returns the condition that `column` contains one of the ids. */
const isAmong = (column: AnyColumn, parent_ids: number[]) =>
  sql`${column} = any(${sql.param(parent_ids)}::bigint[])`

/** Reads by parent the students whom the parent may see, sorted. A letter must not name other students. */
async function readListedStudents(
  db: Queryable,
  parent_ids: number[],
): Promise<Map<number, ListedStudent[]>> {
  const enrollment = currentEnrollment(db)
  const rows = await db
    .select({
      parent_id: studentParents.parent_id,
      school: establishments.name,
      ...pick(enrollment, 'course_name', 'letter', 'list_number'),
      ...pick(students, 'last_name', 'second_last_name'),
      // The rule is the same as on the family's pages: a social name could out a child at home.
      name: sql<string>`case when ${students.shows_social_name} then coalesce(nullif(${students.social_name}, ''), ${students.name}) else ${students.name} end`,
    })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .innerJoin(students, hasKey(students, studentParents, studentParents.student_id))
    .leftJoinLateral(enrollment, sql`true`)
    .where(and(isAmong(studentParents.parent_id, parent_ids), eq(studentParents.has_access, true)))
  const listedStudents = Map.groupBy(rows, ({ parent_id }) => parent_id)
  for (const studentsOfParent of listedStudents.values()) studentsOfParent.sort(compareStudents)
  return listedStudents
}

const readLiveInvitations = (db: Queryable, which: SQL) =>
  db
    .select({
      parent_id: parents.id,
      ...pick(parents, 'name', 'last_name', 'email'),
      ...pick(invitations, 'seed', 'expires_at'),
      time_zone: parentTimeZone,
    })
    .from(parents)
    .innerJoin(invitations, isLiveInvitation)
    .where(and(which, eq(parents.is_active, true)))
    .orderBy(asc(parents.id))
    .limit(PARENTS_PER_BATCH)

/** Yields in batches the ids of wanted parents with a live invitation: no statement gets thousands of ids or rows. */
async function* readInvitedIds(db: Queryable, wanted: number[] | 'all live'): AsyncGenerator<number[]> {
  const idsOf = async (which: SQL) => (await readLiveInvitations(db, which)).map(({ parent_id }) => parent_id)
  if (wanted !== 'all live') {
    const each = [...new Set(wanted)]
    for (let start = 0; start < each.length; start += PARENTS_PER_BATCH)
      yield idsOf(isAmong(parents.id, each.slice(start, start + PARENTS_PER_BATCH)))
    return
  }
  for (let last: number | undefined = 0; last !== undefined; ) {
    const ids: number[] = await idsOf(gt(parents.id, last))
    yield ids
    last = ids.at(-1)
  }
}

/** The sort key of parents without students, which puts them after all others. */
const noStudentSortKey: StudentSortKey = {
  school: '\uffff',
  course_name: null,
  letter: null,
  last_name: '',
  second_last_name: null,
  name: '',
}

/**
 * Returns the ids of the wanted parents who have a live invitation, in the order in which schools hand out letters: by
 * school, course and surname of the first student.
 */
async function readSortedIds(db: Queryable, wanted: number[] | 'all live'): Promise<number[]> {
  const found: { parent_id: number; first: StudentSortKey }[] = []
  for await (const ids of readInvitedIds(db, wanted)) {
    const listedStudents = await readListedStudents(db, ids)
    for (const parent_id of ids)
      found.push({ parent_id, first: listedStudents.get(parent_id)?.[0] ?? noStudentSortKey })
  }
  return found.sort((one, other) => compareStudents(one.first, other.first)).map(({ parent_id }) => parent_id)
}

/**
 * Yields the letters of live invitations in batches, sorted by school, course and surname of the first student. It
 * skips parents without a live invitation, and those whose invitation was made with a key that `keys` does not contain.
 */
export async function* readInvitations(
  db: Queryable,
  keys: Keys,
  parent_ids: number[] | 'all live',
): AsyncGenerator<Letter[]> {
  const order = await readSortedIds(db, parent_ids)
  for (let start = 0; start < order.length; start += PARENTS_PER_BATCH) {
    const ids = order.slice(start, start + PARENTS_PER_BATCH)
    const rows = new Map(
      (await readLiveInvitations(db, isAmong(parents.id, ids))).map((row) => [row.parent_id, row]),
    )
    const listedStudents = await readListedStudents(db, ids)
    yield ids.flatMap((id) => {
      const row = rows.get(id)
      const password = row && revealCode(keys, 'invitation', row.seed)
      return row && password ? [toLetter(row, password, listedStudents.get(id) ?? [])] : []
    })
  }
}

type InvitationRow = Awaited<ReturnType<typeof readLiveInvitations>>[number]

const toLetter = (
  { seed: _, ...row }: InvitationRow,
  password: string,
  listedStudents: ListedStudent[],
): Letter => ({
  ...row,
  password,
  establishments: [...new Set(listedStudents.map(({ school }) => school))],
  students: listedStudents.map(({ name, course_name, letter, list_number }) => ({
    name,
    course: course_name && `${course_name} ${letter}`,
    list_number,
  })),
})
