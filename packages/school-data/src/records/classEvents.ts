import { weekdayOf } from '@apoderados/contract/values/days'
import type { SchoolCalendar } from '../calendar/calendar.ts'
import { type CoursePlan, isAssessed, type Subject } from '../courses/course.ts'
import { lessonStarts } from '../courses/timetable.ts'
import { createRandom, type Random } from '../random.ts'
import { type AgendaEvent, createEvent } from './agendaEvent.ts'
import type { Assessment } from './assessments.ts'

/** Events of the course that belong to no subject. */
const generalEvents: [title: string, details: Partial<AgendaEvent>][] = [
  ['Reunión de apoderados', { time: '18:30', content: '18:30 h, sala del curso.' }],
  [
    'Salida pedagógica',
    {
      time: '09:00',
      content:
        'Museo de Historia Natural. Salida 09:00, regreso 13:30. Enviar autorización firmada y colación.',
    },
  ],
  [
    'Evaluación recuperativa',
    { time: '15:45', content: 'Biblioteca, para quienes tienen notas pendientes.' },
  ],
  ['Desayuno de curso', { content: 'Colación compartida y saludable.' }],
  ['Ensayo SIMCE', { time: '08:00', description: 'Traer lápiz grafito y goma' }],
  ['Fotografía de curso', { time: '11:30', content: 'Con uniforme completo.' }],
]

/** The file name of an event's attachment: that of the first pattern that matches the event's title. */
const documentNames: [title: RegExp, name: string][] = [
  [/informe/i, 'pauta-informe.pdf'],
  [/disertación|exposición|presentación/i, 'Rúbrica de presentación.pdf'],
  [/prueba|control/i, 'temario.pdf'],
  [/tarea|guía/i, 'Guía de ejercicios.pdf'],
  [/./, 'instrucciones.pdf'],
]

/** True for every second assessment of a subject with numbers as marks: only these assessments are in the agenda. */
const isInAgenda = ({ subject, order }: Assessment) => subject.scale_type === 'number' && order % 2 === 1

const assessmentEvent = ({ held_on, name, description, subject }: Assessment): AgendaEvent =>
  createEvent(held_on, name, {
    subject,
    content: subject.bring ? `${description} ${subject.bring}` : description,
    description: 'Evaluación con nota',
  })

/** Returns homework or a request for materials on a class day, for one of the subjects with a lesson on that day. */
export function drawHomework(
  random: Random,
  { classDays }: SchoolCalendar,
  plan: CoursePlan,
  day: string,
): AgendaEvent {
  const ofDay = plan.subjects.filter(
    (subject) => isAssessed(subject) && lessonStarts(plan, subject.name).has(weekdayOf(day)),
  )
  const subject = random.pick<Subject>(ofDay)
  const { topics, bring } = subject
  const progress = classDays.indexOf(day) / classDays.length
  const topic = topics[Math.floor(progress * topics.length)] ?? 'Terminar la guía de la clase.'
  return bring && random.chance(0.5)
    ? createEvent(day, 'Materiales', { subject, content: bring })
    : createEvent(day, 'Tarea', { subject, content: topic })
}

/**
 * Returns the event, some of its fields changed or emptied by its `index` among the course's events, so that the course
 * has each kind of event that the page must handle. An event without a subject stays as it is.
 */
export function varyEvent(plan: CoursePlan, event: AgendaEvent, index: number): AgendaEvent {
  if (!event.subject) return event
  const title = index % 19 === 9 ? null : index % 19 === 17 ? '' : event.title
  const document = documentNames.find(([pattern]) => pattern.test(event.title ?? ''))?.[1] ?? null
  return {
    ...event,
    title,
    content: title && index % 6 === 2 ? null : event.content,
    description: index % 3 === 1 ? null : event.description,
    time: index % 3 === 0 ? null : (lessonStarts(plan, event.subject.name).get(weekdayOf(event.day)) ?? null),
    document: index % 5 === 1 ? document : null,
  }
}

/** Returns a course's events of a school year, in order: at least one in any four consecutive class days. */
export function classEvents(
  calendar: SchoolCalendar,
  plan: CoursePlan,
  assessments: readonly Assessment[],
): AgendaEvent[] {
  const random = createRandom(plan.seed + 1)
  const tests = assessments.filter(isInAgenda).map(assessmentEvent)
  const tested = new Set(tests.map(({ day }) => day))
  const others = calendar.classDays.flatMap((day, index): AgendaEvent[] => {
    const [title, details] = generalEvents[Math.floor(index / 12) % generalEvents.length] ?? ['']
    if (index % 12 === 7) return [createEvent(day, title, details)]
    const hasHomework = random.chance(0.2)
    return hasHomework || (index % 4 === 0 && !tested.has(day))
      ? [drawHomework(random, calendar, plan, day)]
      : []
  })
  return [...tests, ...others].sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
}
