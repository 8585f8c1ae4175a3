import type { FamilyEvent } from '@apoderados/contract/family'
import type { Student } from '@apoderados/contract/profile'
import CheckCircle from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?react'
import { useSchoolClock } from '../device/time/clock.ts'
import { LabelWithNews } from '../news/LabelWithNews.tsx'
import { useUnreadCount } from '../news/useUnreadNews.ts'
import { schoolZoneOf } from '../session/session.ts'
import { momentOf } from '../text/events.ts'
import { schoolClock } from '../text/format.ts'
import { nameAmong, shortName } from '../text/names.ts'
import { dayAhead } from '../text/week.ts'
import { Avatar } from '../ui/content/Avatar.tsx'
import { ChildFacts, FactsSkeleton } from './ChildFacts.tsx'
import { childDay, eventText, sharedEvents } from './familyDay.ts'
import { useFamilyOverview } from './useFamilyOverview.ts'

type Props = {
  students: Student[]
  selected: Student
  onSelect: (student: Student) => void
  /** The selected card takes the focus when it is rendered. */
  takesFocus?: boolean
}

/** A card for each child with the child's day; under the cards, the events that children have in common. */
export function FamilyCards({ students, selected, onSelect, takesFocus = false }: Props) {
  const clock = useSchoolClock()
  const { data, isPending } = useFamilyOverview()
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-3.5">
        {students.map((student) => {
          const isSelected = student.id === selected.id
          const name = nameAmong(students, student)
          const place = [student.enrollment?.course, student.establishment?.name].filter(Boolean).join(' · ')
          const ownClock = schoolClock(new Date(), schoolZoneOf(student))
          // The response is about the selected student's day, which around midnight may not be that of another school.
          const day = data && ownClock.day === clock.day ? childDay(data, student, ownClock) : undefined
          return (
            <li key={student.id}>
              <button
                type="button"
                // biome-ignore lint/a11y/noAutofocus: the pressed button is not on the new page
                autoFocus={takesFocus && isSelected}
                aria-current={isSelected ? 'true' : undefined}
                onClick={() => onSelect(student)}
                className={`flex h-full w-full flex-col items-stretch rounded-lg p-4 text-left focus-visible:[box-shadow:inset_0_0_0_2px_var(--color-accent),var(--focus)] forced-colors:border ${
                  isSelected
                    ? 'edge-2 bg-accent-soft not-focus-visible:outline-[Highlight] forced-colors:not-focus-visible:outline-2 forced-colors:not-focus-visible:-outline-offset-2'
                    : '[box-shadow:inset_0_0_0_1px_var(--color-line)] hover:bg-hover'
                }`}
              >
                <span className="flex flex-wrap items-center gap-4">
                  <Avatar
                    id={student.id}
                    name={name}
                    photo={student.enrollment?.profile_image}
                    size="large"
                  />
                  <span className="min-w-0 grow basis-28">
                    <span className="relative flex flex-wrap items-center gap-x-2 font-semibold text-row">
                      <ChildName name={name} student_id={student.id} />
                    </span>{' '}
                    <span className="block text-small text-text-2">{place} </span>
                  </span>
                  {isSelected && <CheckCircle className="size-7 shrink-0 text-accent" />}
                </span>
                {isPending && <FactsSkeleton />}
                {day && <ChildFacts day={day} />}
              </button>
            </li>
          )
        })}
      </ul>
      {data && <EventsInCommon events={sharedEvents(data)} students={students} today={clock.day} />}
    </>
  )
}

function ChildName({ name, student_id }: { name: string; student_id: number }) {
  const unread = useUnreadCount((item) => item.student_id === student_id)
  return <LabelWithNews label={name} {...unread} badgeClass="min-w-6 px-1.75 text-label leading-6" />
}

type EventsInCommonProps = { events: FamilyEvent[]; students: Student[]; today: string }

const dayLabel = (event: FamilyEvent, today: string) => {
  const { day } = momentOf(event)
  return day === today ? 'Hoy' : dayAhead(day, today)
}

function EventsInCommon({ events, students, today }: EventsInCommonProps) {
  if (events.length === 0) return null
  const namesOf = ({ student_ids }: FamilyEvent) => {
    const names = students.filter(({ id }) => student_ids.includes(id)).map(shortName)
    return new Intl.ListFormat('es').format(names)
  }
  return (
    <ul aria-label="Eventos en común" className="mt-3.5 grid gap-2 px-1">
      {events.map((event) => (
        <li key={event.id} className="text-small">
          <span className="font-semibold">{`${namesOf(event)}:`}</span>{' '}
          <span className="text-text-2">{`${dayLabel(event, today)} ${eventText(event)}`}</span>
        </li>
      ))}
    </ul>
  )
}
