import { DayOffIcon } from './DayOffIcon.tsx'

/** A line about a day or days without classes. */
export function DayOffNote({ kind, text }: { kind: string; text: string }) {
  return (
    <p className="mb-3.5 flex min-h-(--touch) items-center gap-3.5 rounded-md bg-sunk px-4 py-2.5 font-medium text-small">
      <DayOffIcon kind={kind} className="size-5.5 shrink-0 text-text-2" />
      <span>{text}</span>
    </p>
  )
}
