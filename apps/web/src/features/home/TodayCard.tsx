import type { Student } from '@apoderados/contract/profile'
import Clock from '@phosphor-icons/core/assets/fill/clock-fill.svg?react'
import { useEffect } from 'react'
import { combineQueries, type PageQuery } from '../../shared/api/pageQuery.ts'
import { queryClient } from '../../shared/api/queryClient.ts'
import { useDesktop } from '../../shared/device/screen/screen.ts'
import { Link } from '../../shared/router.tsx'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { dayAhead } from '../../shared/text/week.ts'
import { ComingEvents } from './ComingEvents.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { StripSkeleton, TodaySkeleton } from './TodaySkeleton.tsx'
import type { Lesson, Part } from './today.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useToday } from './useToday.ts'
import './today.css'

/** Refetches everything that the card shows. */
export const refreshToday = () => queryClient.refetchQueries({ type: 'active' })

type State = Pick<PageQuery, 'dataUpdatedAt' | 'error' | 'failure'>
type Props = {
  student: Student
  /** Hears how old the page is with what the card shows, and what could not be loaded of both. */
  onState: (state: State) => void
}

/** The page is as old as the oldest of what it shows; what is missing in the card is told like a refresh that failed. */
function useTellState(card: PageQuery, onState: Props['onState']) {
  const { dataUpdatedAt, error, failure } = combineQueries(useProfileQuery(), {
    ...card,
    isLoadingError: false,
  })
  useEffect(() => onState({ dataUpdatedAt, error, failure }), [onState, dataUpdatedAt, error, failure])
}

/** The day at a glance, and what comes next; what is not there leaves no trace. */
export function TodayCard({ student, onState }: Props) {
  const { clock, nextDay, query, lesson, average, attendance, events } = useToday(student)
  useTellState(query, onState)
  const isDesktop = useDesktop()
  const parts = [lesson, average, attendance, events]
  usePrefetch(student.id, clock.day, !parts.includes('pending'))
  if (parts.every((part) => part === 'pending')) return <TodaySkeleton />
  const isNothing = (part: (typeof parts)[number]) =>
    part === undefined || (Array.isArray(part) && part.length === 0)
  if (parts.every(isNothing)) return null
  const label = dayAhead(nextDay, clock.day)
  return (
    <>
      <section aria-label="Hoy" className="card">
        <LessonStrip lesson={lesson} />
        <TodayFigures {...{ average, attendance, events }} day={nextDay} dayLabel={label} />
      </section>
      {isDesktop && <ComingEvents title={label} day={nextDay} events={events} />}
    </>
  )
}

function LessonStrip({ lesson }: { lesson: Part<Lesson> }) {
  if (lesson === undefined) return null
  if (lesson === 'pending') return <StripSkeleton />
  return (
    <Link href="/app/horario" className="today-strip today-link bg-accent-soft">
      <Clock className="size-6 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold text-accent-text text-caption">{lesson.when}</span>{' '}
        <span className="mt-0.5 block font-medium text-row">{lesson.subject}</span>
      </span>
    </Link>
  )
}
