import type { Block } from '@apoderados/contract/calendar/timetable'
import { labelOf } from '../../shared/text/labels.ts'
import { endOf, isRunning, startOf, subjectOf, timeOf } from '../../shared/text/week.ts'
import { railColor } from '../../shared/ui/content/subjectColor.ts'

/** The frame of a block: on a phone the times are at its left, with very large text above it. */
export const BLOCK = 'relative pl-14.5 @max-[16rem]:pl-0 week:grid week:flex-[1_0_auto] week:p-0'

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
  const isShort = minutes < SHORT_CLASS_MINUTES
  return (
    <div className={BLOCK}>
      <div
        className={`lesson-card static grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 rounded-lg py-2.5 pr-3.5 pl-5 week:flex week:min-h-0 week:flex-wrap week:content-start week:gap-x-0 week:hyphens-auto week:rounded-md week:p-2 week:pl-4.5 week:text-caption week:@max-[62rem]:pr-1 week:@max-[52rem]:pl-3.25 ${
          isShort ? 'week:py-1 week:text-nav' : ''
        } ${
          isNow
            ? 'edge-2 bg-accent-soft forced-colors:border-3 forced-colors:border-[Highlight]'
            : 'bg-surface shadow-card forced-colors:border'
        }`}
      >
        <span
          aria-hidden="true"
          className={`forced-color-adjust-none absolute inset-y-2.5 left-16.5 w-1 rounded-full @max-[16rem]:left-2 week:left-2 week:@max-[52rem]:left-1 ${
            isShort ? 'week:inset-y-2' : ''
          } ${railColor(block.class?.subject_name)}`}
        />
        <BlockTime block={block} />{' '}
        <p className="col-start-1 min-w-0 font-medium text-row @max-[16rem]:col-span-full week:order-1 week:basis-full week:font-semibold week:text-small week:leading-[1.2] week:@max-[52rem]:text-label">
          {subjectOf(block)}
        </p>
        {isNow && (
          <p className="col-start-2 row-start-1 self-start rounded-full bg-accent px-2.5 py-0.5 font-semibold text-caption text-on-accent @max-[16rem]:col-span-full @max-[16rem]:row-auto @max-[16rem]:justify-self-start week:order-2 week:mt-1">
            Ahora
          </p>
        )}
        <p className="col-span-full text-small text-text-2 week:contents week:[font-size:inherit]">
          <span className="week:order-1 week:basis-full week:text-text-2">{teacher}</span>
          {teacher && course && (
            <span className="week:whitespace-pre week:text-text-2 week:@max-[62rem]:text-nav"> · </span>
          )}
          <span
            className={`inline-block week:inline week:text-text-2 week:@max-[62rem]:text-nav ${
              course && !teacher ? "week:before:ml-1 week:before:content-['·_']" : ''
            }`}
          >
            {course}
          </span>
        </p>
        {isNow && <ClassProgress share={(now - startOf(block)) / minutes} />}
      </div>
    </div>
  )
}

/** The elapsed share of the class, 0 to 1. It is decorative, as the times are text. */
function ClassProgress({ share }: { share: number }) {
  return (
    <div
      aria-hidden="true"
      className="lesson-progress col-span-full mt-3 h-1 overflow-clip rounded-full bg-chart/28 forced-colors:border week:hidden"
    >
      <div
        className="forced-color-adjust-none h-full rounded-full bg-chart"
        style={{ width: `${Math.round(share * 100)}%` }}
      />
    </div>
  )
}

const breakLabels = { playtime: 'Recreo' }
const LUNCH_MINUTES = 45
/** Lunch covers a part of 12:00 to 15:00, in minutes of the day. */
const NOON = { start: 12 * 60, end: 15 * 60 }

/** The name of a break; 'Almuerzo' for one of 45 minutes or more around noon, if the school calls it so. */
function breakLabel(block: Block): string {
  const isLong = endOf(block) - startOf(block) >= LUNCH_MINUTES
  const isAroundNoon = startOf(block) < NOON.end && endOf(block) > NOON.start
  return block.is_lunch && isLong && isAroundNoon ? 'Almuerzo' : labelOf(breakLabels, block.block_type)
}

/** A block without a class as a thin line: Recreo or Almuerzo, or an unknown type of a newer server. */
export function BreakLine({ block, now }: Props) {
  const isNow = now !== undefined && isRunning(block, now)
  const minutes = endOf(block) - startOf(block)
  return (
    <div
      className={`${BLOCK} min-h-4.5 text-label week:min-h-0 week:place-content-center week:text-caption week:leading-[1.2] ${
        isNow ? 'font-semibold text-accent-text' : 'text-text-2'
      }`}
    >
      <BlockTime block={block} isBreak={true} />{' '}
      <p className="flex items-center whitespace-pre-wrap after:ml-3 after:h-px after:flex-[1_1_2rem] after:bg-line @max-[16rem]:ml-2 @max-[16rem]:inline @max-[16rem]:after:content-none week:after:content-none">
        <span>{breakLabel(block)}</span>
        {minutes > 0 && <span className="week:sr-only">{` · ${minutes} min`}</span>}
        {isNow && <span> · Ahora</span>}
      </p>
    </div>
  )
}

/** The times of a block: '08:00–09:30'. On a phone the start is above the end. */
function BlockTime({ block, isBreak }: { block: Block; isBreak?: boolean }) {
  return (
    <p
      className={`absolute left-0 w-12 text-right text-text-2 tabular-nums @max-[16rem]:static @max-[16rem]:col-span-full @max-[16rem]:inline @max-[16rem]:w-auto @max-[16rem]:text-left ${
        isBreak
          ? 'top-0 week:sr-only'
          : 'top-3.25 text-small leading-[1.15] week:static week:w-auto week:[font:inherit] week:[font-variant-numeric:normal] week:@max-[62rem]:text-nav'
      }`}
    >
      <span
        className={`block @max-[16rem]:inline ${isBreak ? '' : 'font-semibold text-text week:inline week:font-normal week:text-text-2'}`}
      >
        {timeOf(startOf(block))}
      </span>
      <span className={`sr-only ${isBreak ? '' : '@max-[16rem]:not-sr-only week:not-sr-only'}`}>–</span>
      <span className={isBreak ? 'sr-only' : undefined}>{timeOf(endOf(block))}</span>
    </p>
  )
}
