import CalendarX from '@phosphor-icons/core/assets/fill/calendar-x-fill.svg?react'
import Flag from '@phosphor-icons/core/assets/fill/flag-fill.svg?react'
import Sun from '@phosphor-icons/core/assets/fill/sun-fill.svg?react'

const icons: Record<string, typeof Flag> = { holiday: Flag, vacation: Sun }

/** Why a day has no classes; the text beside the icon says the same. */
export function DayOffIcon({ kind, className }: { kind: string; className: string }) {
  const Icon = icons[kind] ?? CalendarX
  return <Icon className={className} />
}
