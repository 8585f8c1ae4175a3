import { weekdayOf } from '@apoderados/server/db/demo/days'
import { term, vacations } from '@apoderados/server/db/demo/schoolEventTexts'
import type { Assessment } from './assessments.ts'
import type { Book } from './book.ts'
import type { Course } from './courses.ts'
import { chilean } from './texts.ts'
import { weekOf } from './week.ts'

const EVERY_COURSE = 'todos'

type Event = { day: string; time?: string | null; title: string; subject?: string; content?: string | null }

/** Of the course as such, in turn over the year. */
const ofNoSubject: Omit<Event, 'day'>[] = [
  { title: 'Reunión de apoderados', time: '18:30', content: '18:30 h, sala del curso.' },
  { title: 'Salida pedagógica', time: '09:00', content: 'Enviar autorización firmada y colación.' },
  { title: 'Ensayo SIMCE', time: '08:00', content: 'Traer lápiz grafito y goma.' },
  { title: 'Desayuno de curso', content: 'Colación compartida y saludable.' },
]

/** The tests, something small every third day, and now and then something without a subject. */
function eventsOf({ calendar }: Book, course: Course, assessments: Assessment[]): Event[] {
  const week = weekOf(course.level.plan, course.index)
  const lessonsOn = (day: string) =>
    week.filter(({ weekday, subject }) => weekday === weekdayOf(day) && subject !== null)
  const tests = assessments
    .filter((_, index) => index % 2 === 0)
    .map(({ held_on, name, subject, description }): Event => {
      const lesson = lessonsOn(held_on).find((block) => block.subject === subject.code)
      const title = `${name}: ${subject.name}`
      const time = lesson?.starts_at ?? null
      return { day: held_on, time, title, subject: subject.code, content: description }
    })
  const others = calendar.classDays.flatMap((day, index): Event[] => {
    const turn = index + course.index
    const common = ofNoSubject[Math.floor(turn / 14) % ofNoSubject.length]
    if (turn % 14 === 7 && common) return [{ day, ...common }]
    if (turn % 3 > 0) return []
    const lessons = lessonsOn(day)
    const { subject } = lessons[turn % lessons.length] ?? {}
    const content = turn % 2 === 0 ? 'Terminar la guía de la clase y revisarla en casa.' : null
    return [{ day, title: 'Tarea', content, ...(subject && { subject }) }]
  })
  return [...tests, ...others]
}

/** About 100 a course, over the whole year. */
export function writeCourseEvents(book: Book, course: Course, assessments: Assessment[]): void {
  for (const { day, time, title, subject, content } of eventsOf(book, course, assessments)) {
    const about = [title, subject ?? null, content ?? null] as const
    const document = subject ? book.takeDocument() : null
    book.add('agenda', course.code, chilean(day), time ?? null, ...about, document)
  }
}

export function writeSchoolEvents(book: Book): void {
  for (const [monthDay, title, details] of [...vacations, ...term]) {
    const day = chilean(`${book.calendar.year}-${monthDay}`)
    const content = details?.content ?? details?.description ?? null
    book.add('agenda', EVERY_COURSE, day, details?.time ?? null, title, null, content, null)
  }
  if (book.isChanged) {
    const day = chilean(`${book.calendar.year}-11-25`)
    book.add('agenda', EVERY_COURSE, day, '18:30', 'Ceremonia de cierre', null, 'Salón de actos.', null)
  }
}
