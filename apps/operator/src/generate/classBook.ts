import { commonObservations } from '@apoderados/server/db/demo/observationTexts'
import type { Random } from '@apoderados/server/db/demo/random'
import type { Assessment } from './assessments.ts'
import { type Book, changesOf, drawsOf } from './book.ts'
import type { Course } from './courses.ts'
import { planOf } from './electives.ts'
import type { Pupil } from './pupils.ts'
import { chilean, decimal, yesNo } from './texts.ts'

const wasThere = ({ enrolled_on, withdrawn_on }: Pupil, day: string) =>
  day >= enrolled_on && (withdrawn_on === null || day < withdrawn_on)

const conceptOf = (tenths: number) => (tenths >= 58 ? 'MB' : tenths >= 46 ? 'B' : tenths >= 36 ? 'S' : 'I')

/** `graded`: the assessments whose results are known. */
function writeGrades(random: Random, book: Book, pupil: Pupil, graded: Assessment[]): void {
  const isChanged = changesOf(book, pupil)
  const ability = 42 + random.below(23)
  const offsets = new Map<string, number>()
  for (const { code, subject, held_on } of graded) {
    const offset = offsets.get(subject.code) ?? random.below(11) - 5
    offsets.set(subject.code, offset)
    const drawn = Math.min(70, Math.max(20, ability + offset + random.below(15) - 7))
    const pending = random.below(100)
    if (pending === 0 || !wasThere(pupil, held_on)) continue
    const tenths = isChanged(0.02) ? drawn - 3 : drawn
    const isNumber = subject.scale === 'numero'
    const isPending = pending === 1
    const number = isPending || !isNumber ? null : decimal(tenths)
    book.add('notas', code, pupil.run.number, number, isPending || isNumber ? null : conceptOf(tenths))
  }
}

const arrearTexts = [
  ['Registrado', 'Sin justificativo.'],
  ['Pendiente', ''],
  ['Justificado', 'Control médico, presenta certificado.'],
  ['Justificado', 'Locomoción: retraso del Metro línea 4.'],
  ['Rechazado', 'Justificativo fuera de plazo.'],
] as const

function writeAttendance(random: Random, book: Book, pupil: Pupil): void {
  const isChanged = changesOf(book, pupil)
  const { number } = pupil.run
  for (const day of book.days) {
    const kind = random.below(100)
    if (!wasThere(pupil, day)) continue
    const date = chilean(day)
    if (kind < 2) {
      const [status, text] = random.pick(arrearTexts)
      const time = `08:${String(3 + random.below(38)).padStart(2, '0')}`
      book.add('asistencia', number, date, 'T')
      book.add('atrasos', number, `${date} ${time}`, status, text)
    } else book.add('asistencia', number, date, kind < 8 && !isChanged(0.05) ? 'A' : 'P')
  }
}

const types = { positive: 'positiva', negative: 'negativa', neutral: 'neutra' } as const
const places = {
  inspectorate: 'Inspectoría',
  address: 'Dirección',
  utp: 'UTP',
  schoollife: 'Convivencia Escolar',
} as const

/** 4 a pupil on average, each on a day of its own. */
function writeObservations(random: Random, book: Book, course: Course, pupil: Pupil): void {
  const days = book.days.filter((day) => wasThere(pupil, day))
  const count = Math.min(random.below(9), days.length)
  const first = random.below(Math.max(1, days.length))
  for (let index = 0; index < count; index += 1) {
    const day = days[(first + Math.floor((index * days.length) / count)) % days.length] as string
    const { event_type, description, observation, where_is, inClass } = random.pick(commonObservations)
    const subject = random.pick(planOf(book, course, pupil)).code
    const teacher = course.teachers.get(subject)?.number ?? null
    const author = inClass || random.chance(0.5) ? teacher : null
    const place = where_is ? places[where_is] : null
    const about = [types[event_type], description, observation] as const
    book.add(
      'observaciones',
      pupil.run.number,
      chilean(day),
      ...about,
      author,
      inClass ? subject : null,
      yesNo(inClass),
      place,
    )
  }
}

/** Everything that a course's teachers noted of its pupils so far. */
export function writeClassBook(book: Book, course: Course, assessments: Assessment[]): void {
  const lastGraded = book.days.at(-4) ?? ''
  const graded = assessments.filter(({ held_on }) => held_on <= lastGraded)
  for (const pupil of course.pupils) {
    const random = drawsOf(book, pupil)
    const plan = planOf(book, course, pupil)
    const own = graded.filter(({ subject }) => plan.includes(subject))
    writeGrades(random, book, pupil, own)
    writeAttendance(random, book, pupil)
    writeObservations(random, book, course, pupil)
  }
}
