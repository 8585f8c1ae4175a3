import CalendarX from '@phosphor-icons/core/assets/fill/calendar-x-fill.svg?react'
import Flag from '@phosphor-icons/core/assets/fill/flag-fill.svg?react'
import Sun from '@phosphor-icons/core/assets/fill/sun-fill.svg?react'

const icons: Record<string, typeof Flag> = { holiday: Flag, vacation: Sun }

/** The icon for the reason of a day off, which the text beside it states too. */
export function DayOffIcon({ kind, className }: { kind: string; className: string }) {
  const Icon = icons[kind] ?? CalendarX
  return <Icon className={className} />
}
