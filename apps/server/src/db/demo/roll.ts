import type { Files } from '../../fileStore.ts'
import type { Queryable } from '../open.ts'
import { courses, enrollments, parents, studentParents, students } from '../schema.ts'
import type { DemoParent, DemoStudent } from './people.ts'
import type { Random } from './random.ts'

/** PNG files, drawn for the demo. */
export type Pictures = { shortHaired: Buffer[]; longHaired: Buffer[]; badges: Buffer[] }

export type Writer = {
  db: Queryable
  files: Files
  password_hash: string
  pictures: Pictures
  /** The school year that everything but the agenda belongs to. */
  year: number
  /** Where the schools are, `YYYY-MM-DD` and `HH:MM`. */
  today: string
  clock: string
}
/** `parentIds`: a parent with two children is written once. */
export type State = Writer & { random: Random; parentIds: Map<string, number>; classDays: string[] }

const byName = new Intl.Collator('es-CL')
const inListOrder = (a: DemoStudent, b: DemoStudent) =>
  byName.compare(a.last_name, b.last_name) ||
  byName.compare(a.second_last_name ?? '', b.second_last_name ?? '') ||
  byName.compare(a.name, b.name)

export async function writeFile({ files, random }: State, bytes: Buffer): Promise<string> {
  const id = random.id()
  await files.write(id, bytes)
  return id
}

/** A course with its students and their parents; answers its id. */
export async function writeCourse(
  state: State,
  establishment_id: number,
  { name, letter }: Pick<typeof courses.$inferInsert, 'name' | 'letter'>,
  members: DemoStudent[],
): Promise<number> {
  const [course] = await state.db
    .insert(courses)
    .values({ establishment_id, year: state.year, name, letter })
    .returning({ id: courses.id })
  const course_id = course?.id as number
  // The named come first, so that the demo accounts list their students in a settled order.
  const listNumbers = new Map(members.toSorted(inListOrder).map((student, index) => [student, index + 1]))
  for (const student of members) {
    await writeStudent(state, establishment_id, course_id, listNumbers.get(student) ?? 0, student)
  }
  return course_id
}

async function writeStudent(
  state: State,
  establishment_id: number,
  course_id: number,
  list_number: number,
  { hasPhoto, shares_photo, parents: family, enrolled_on, ...student }: DemoStudent,
): Promise<void> {
  const { db, random, pictures, year, classDays } = state
  const [row] = await db
    .insert(students)
    .values({ ...student, establishment_id })
    .returning({ id: students.id })
  const student_id = row?.id as number
  const portraits = student.gender === 'Masculino' ? pictures.shortHaired : pictures.longHaired
  await db.insert(enrollments).values({
    establishment_id,
    student_id,
    course_id,
    year,
    list_number,
    photo_id: hasPhoto ? await writeFile(state, random.pick(portraits)) : null,
    shares_photo: shares_photo ?? false,
    enrolled_on: enrolled_on ?? (classDays[0] as string),
  })
  for (const { link, ...parent } of family) {
    const parent_id = await writeParent(state, parent)
    await db.insert(studentParents).values({ ...link, establishment_id, student_id, parent_id })
  }
}

export async function writeParent(state: State, parent: Omit<DemoParent, 'link'>): Promise<number> {
  const known = state.parentIds.get(parent.email)
  if (known !== undefined) return known
  const { password_hash, year } = state
  const confirmed = new Date(Date.UTC(year, 2, 4, 15))
  const [row] = await state.db
    .insert(parents)
    .values({
      ...parent,
      password_hash,
      password_changed_at: parent.password_changed ? confirmed : null,
      account_confirmed_at: parent.account_confirmed ? confirmed : null,
    })
    .returning({ id: parents.id })
  const id = row?.id as number
  state.parentIds.set(parent.email, id)
  return id
}
