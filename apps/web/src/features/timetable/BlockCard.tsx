import type { Block } from '@apoderados/contract/calendar/timetable'
import { labelOf } from '../../shared/text/labels.ts'
import { endOf, isRunning, startOf, subjectOf, timeOf } from '../../shared/text/week.ts'
import { railColor } from '../../shared/ui/content/subjectColor.ts'

/** A class of fewer minutes has the layout for little height. */
const SHORT_CLASS_MINUTES = 50

type Props = {
  block: Block
  /** The current time in minutes since midnight; undefined unless the block is one of today's and classes are held. */
  now: number | undefined
}

/** A class with its time, subject, teacher and course. */
export function BlockCard({ block, now }: Props) {
  const isNow = now !== undefined && isRunning(block, now)
  const minutes = endOf(block) - startOf(block)
  const teacher = [block.class?.employee_name, block.class?.employee_last_name].filter(Boolean).join(' ')
  const course = [block.class?.course_name, block.class?.letter].filter(Boolean).join(' ')
  return (
    <div
      className={`lesson ${minutes < SHORT_CLASS_MINUTES ? 'lesson-short' : ''} ${isNow ? 'lesson-now' : ''}`}
    >
      <div className="lesson-card">
        <span aria-hidden="true" className={`lesson-rail ${railColor(block.class?.subject_name)}`} />
        <BlockTime block={block} /> <p className="lesson-subject">{subjectOf(block)}</p>
        {isNow && <p className="lesson-chip">Ahora</p>}
        <p className="lesson-detail">
          <span className="lesson-teacher">{teacher}</span>
          {teacher && course && <span className="lesson-dot"> · </span>}
          <span className="lesson-course">{course}</span>
        </p>
        {isNow && <ClassProgress share={(now - startOf(block)) / minutes} />}
      </div>
    </div>
  )
}

/** The elapsed share of the class, 0 to 1. It is decorative, as the times are text. */
function ClassProgress({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="lesson-progress">
      <div style={{ width: `${Math.round(share * 100)}%` }} />
    </div>
  )
}

const breakLabels = { playtime: 'Recreo' }

/** A block without a class as a thin line: a Recreo, or an unknown type of a newer server. */
export function BreakLine({ block, now }: Props) {
  const isNow = now !== undefined && isRunning(block, now)
  const minutes = endOf(block) - startOf(block)
  return (
    <div className={`lesson pause ${isNow ? 'pause-now' : ''}`}>
      <BlockTime block={block} />{' '}
      <p className="pause-words">
        <span>{labelOf(breakLabels, block.block_type)}</span>
        {minutes > 0 && <span className="pause-minutes"> · {minutes} min</span>}
        {isNow && <span> · Ahora</span>}
      </p>
    </div>
  )
}

/** The times of a block: '08:00–09:30'. On a phone the start is above the end. */
function BlockTime({ block }: { block: Block }) {
  return (
    <p className="lesson-time">
      <span className="lesson-start">{timeOf(startOf(block))}</span>
      <span className="lesson-dash">–</span>
      <span className="lesson-end">{timeOf(endOf(block))}</span>
    </p>
  )
}
