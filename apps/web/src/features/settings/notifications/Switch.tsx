type Props = {
  label: string
  /** The name for a screen reader if the label alone is ambiguous; it begins with the label. */
  name?: string
  isOn: boolean
  isStrong?: boolean
  onChange: (isOn: boolean) => void
}

/** A row that turns something on and off. */
export function Switch({ label, name, isOn, isStrong, onChange }: Props) {
  return (
    <label className="flex min-h-(--row-h) items-center justify-between gap-4 px-4 py-2">
      <span className={`min-w-0 text-row ${isStrong ? 'font-semibold' : ''}`}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="h-8 w-13 shrink-0 appearance-none rounded-full border-2 border-line-control bg-surface [transition:background-color_var(--t-fast)] before:m-1 before:block before:size-5 before:rounded-full before:bg-line-control before:[transition:translate_var(--t-fast)] checked:border-accent checked:bg-accent checked:before:[translate:1.25rem] checked:before:bg-on-accent forced-colors:forced-color-adjust-none forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:before:bg-[CanvasText] forced-colors:checked:bg-[CanvasText] forced-colors:checked:before:bg-[Canvas]"
      />
    </label>
  )
}
