import CalendarX from '@phosphor-icons/core/assets/fill/calendar-x-fill.svg?react'
import Flag from '@phosphor-icons/core/assets/fill/flag-fill.svg?react'
import Sun from '@phosphor-icons/core/assets/fill/sun-fill.svg?react'

const iconsByKind: Record<string, typeof Flag> = { holiday: Flag, vacation: Sun }

/** The icon for the kind of a day off. The text beside it states the kind too. */
export function DayOffIcon({ kind, className }: { kind: string; className: string }) {
  const Icon = iconsByKind[kind] ?? CalendarX
  return <Icon className={className} />
}
