import type { Block } from '@apoderados/contract/calendar/timetable'
import { endOf, isRunning, startOf, subjectOf } from '../../shared/text/week.ts'
import { railColor } from '../../shared/ui/content/subjectColor.ts'
import { BlockTime } from './BlockTime.tsx'

const SHORT_MINUTES = 50

type Props = {
  block: Block
  /** The current time in minutes since midnight; undefined unless the day is today. */
  now: number | undefined
}

/** A class with its time, subject, teacher and course. */
export function BlockCard({ block, now }: Props) {
  const isNow = now !== undefined && isRunning(block, now)
  const isShort = endOf(block) - startOf(block) < SHORT_MINUTES
  const teacher = [block.class?.employee_name, block.class?.employee_last_name].filter(Boolean).join(' ')
  const course = [block.class?.course_name, block.class?.letter].filter(Boolean).join(' ')
  return (
    <div className={`lesson ${isShort ? 'lesson-short' : ''} ${isNow ? 'lesson-now' : ''}`}>
      <div className="lesson-card">
        <span aria-hidden="true" className={`lesson-rail ${railColor(block.class?.subject_name)}`} />
        <BlockTime block={block} /> <p className="lesson-subject">{subjectOf(block)}</p>
        {isNow && <p className="lesson-chip">Ahora</p>}
        <p className="lesson-detail">
          <span className="lesson-teacher">{teacher}</span>
          {teacher && course && <span className="lesson-dot"> · </span>}
          <span className="lesson-course">{course}</span>
        </p>
        {isNow && <Progress share={(now - startOf(block)) / (endOf(block) - startOf(block))} />}
      </div>
    </div>
  )
}

/** The elapsed share of the class, 0 to 1. It is decorative, as the times are text. */
function Progress({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="lesson-progress">
      <div style={{ width: `${Math.round(share * 100)}%` }} />
    </div>
  )
}
