import type { Files } from '../../files.ts'
import type { Queryable } from '../open.ts'
import { courses, enrollments, establishments, parents, studentParents, students } from '../schema.ts'
import { namedStudents, withoutStudents } from './families.ts'
import { createNumbers, type DemoParent, type DemoStudent, drawStudent } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** PNG files, drawn for the demo. */
export type Pictures = { shortHaired: Buffer[]; longHaired: Buffer[]; badges: Buffer[] }

type Writer = {
  db: Queryable
  files: Files
  password_hash: string
  pictures: Pictures
  /** The school year that everything belongs to. */
  year: number
}
/** `parentIds`: a parent with two children is written once. */
type State = Writer & { random: Random; parentIds: Map<string, number> }

const SEED = 90_002
const byName = new Intl.Collator('es-CL')
const inListOrder = (a: DemoStudent, b: DemoStudent) =>
  byName.compare(a.last_name, b.last_name) ||
  byName.compare(a.second_last_name ?? '', b.second_last_name ?? '') ||
  byName.compare(a.name, b.name)

/** Two fictional schools, the same on every machine for the same year. */
export async function writeSchools(writer: Writer): Promise<void> {
  const random = createRandom(SEED)
  const state: State = { ...writer, random, parentIds: new Map() }
  const numbers = createNumbers()
  const { fifth, tenth, first } = namedStudents(writer.year)
  const draw = (count: number, age: number) =>
    Array.from({ length: count }, () => drawStudent(random, numbers, writer.year - age))
  const aromos = await writeEstablishment(state, 0, {
    name: 'Colegio Los Aromos de La Florida',
    rbd: '90002-8',
    address: 'Av. Los Aromos 2150, La Florida',
    phone: '+56200000101',
  })
  const valle = await writeEstablishment(state, 1, {
    name: 'Liceo Bicentenario Puerta del Valle',
    rbd: '90010-9',
    address: 'Calle Arturo Prat 874, Temuco',
    phone: null,
  })
  await writeCourse(state, aromos, '5° Básico', 'A', [...fifth, ...draw(27, 11)])
  await writeCourse(state, aromos, '2° Medio', 'B', [...tenth, ...draw(31, 16)])
  await writeCourse(state, valle, '1° Básico', 'B', [...first, ...draw(18, 7)])
  await writeParent(state, withoutStudents)
}

async function writeFile({ files, random }: State, bytes: Buffer): Promise<string> {
  const id = random.id()
  await files.write(id, bytes)
  return id
}

async function writeEstablishment(
  state: State,
  badge: number,
  school: Omit<typeof establishments.$inferInsert, 'insign_id'>,
): Promise<number> {
  const insign_id = await writeFile(state, state.pictures.badges[badge] as Buffer)
  const [row] = await state.db
    .insert(establishments)
    .values({ ...school, insign_id })
    .returning({ id: establishments.id })
  return row?.id as number
}

async function writeCourse(
  state: State,
  establishment_id: number,
  name: string,
  letter: string,
  members: DemoStudent[],
): Promise<void> {
  const [course] = await state.db
    .insert(courses)
    .values({ establishment_id, year: state.year, name, letter })
    .returning({ id: courses.id })
  // The named come first, so that the demo accounts list their students in a settled order.
  const listNumbers = new Map(members.toSorted(inListOrder).map((student, index) => [student, index + 1]))
  for (const student of members) {
    await writeStudent(state, establishment_id, course?.id as number, listNumbers.get(student) ?? 0, student)
  }
}

async function writeStudent(
  state: State,
  establishment_id: number,
  course_id: number,
  list_number: number,
  { hasPhoto, shares_photo, parents: family, ...student }: DemoStudent,
): Promise<void> {
  const { db, random, pictures, year } = state
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
    enrolled_on: `${year}-03-04`,
  })
  for (const { link, ...parent } of family) {
    const parent_id = await writeParent(state, parent)
    await db.insert(studentParents).values({ ...link, establishment_id, student_id, parent_id })
  }
}

async function writeParent(state: State, parent: Omit<DemoParent, 'link'>): Promise<number> {
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
