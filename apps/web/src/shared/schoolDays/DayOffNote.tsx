import { DayOffIcon } from './DayOffIcon.tsx'
import './dayOff.css'

/** A line about a day or days without classes. */
export function DayOffNote({ kind, text }: { kind: string; text: string }) {
  return (
    <p className="day-off-note">
      <DayOffIcon kind={kind} className="size-5.5 shrink-0 text-text-2" />
      <span>{text}</span>
    </p>
  )
}
