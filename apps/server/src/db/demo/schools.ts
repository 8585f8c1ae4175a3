import { establishments } from '../schema.ts'
import { schoolCalendar } from './calendar.ts'
import { namedStudents, withoutStudents } from './families.ts'
import { fifthCourse } from './fifthCourse.ts'
import { createNumbers, type DemoStudent, drawStudent } from './people.ts'
import { createRandom } from './random.ts'
import { writeRecords } from './records.ts'
import { type State, type Writer, writeCourse, writeFile, writeParent } from './roll.ts'
import { tenthCourse } from './tenthCourse.ts'

const SEED = 90_002

/** Issued to nobody: by these the demo's schools are told from any other beside them. */
const AROMOS = '90002-8'
const VALLE = '90010-9'
export const demoRbds = [AROMOS, VALLE]

/** Two fictional schools, the same on every machine for the same day. The second has no records yet. */
export async function writeSchools(writer: Writer): Promise<void> {
  const random = createRandom(SEED)
  const { classDays } = schoolCalendar(writer.year)
  const state: State = { ...writer, random, parentIds: new Map(), classDays }
  const numbers = createNumbers()
  const { fifth, tenth, first } = namedStudents(writer.year)
  const draw = (count: number, age: number) =>
    Array.from({ length: count }, () => drawStudent(random, numbers, writer.year - age))
  const aromos = await writeEstablishment(state, 0, {
    name: 'Colegio Los Aromos de La Florida',
    rbd: AROMOS,
    address: 'Av. Los Aromos 2150, La Florida',
    phone: '+56200000101',
  })
  const valle = await writeEstablishment(state, 1, {
    name: 'Liceo Bicentenario Puerta del Valle',
    rbd: VALLE,
    address: 'Calle Arturo Prat 874, Temuco',
    phone: null,
  })
  const fifthId = await writeCourse(state, aromos, fifthCourse, [
    ...fifth,
    ...withLatecomer(draw(27, 11), state),
  ])
  const tenthId = await writeCourse(state, aromos, tenthCourse, [...tenth, ...draw(31, 16)])
  await writeCourse(state, valle, { name: '1° Básico', letter: 'B' }, first)
  await writeParent(state, withoutStudents)
  await writeRecords({
    ...writer,
    establishment_id: aromos,
    courses: [
      { plan: fifthCourse, course_id: fifthId },
      { plan: tenthCourse, course_id: tenthId },
    ],
    poster: writer.pictures.badges[0] as Buffer,
  })
}

/** The last of them came to the school in mid-May, once that is past. */
function withLatecomer(drawn: DemoStudent[], { classDays, year, today }: State): DemoStudent[] {
  const day = classDays.find((candidate) => candidate >= `${year}-05-15`)
  const last = drawn.at(-1)
  return last && day && day <= today ? [...drawn.slice(0, -1), { ...last, enrolled_on: day }] : drawn
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
