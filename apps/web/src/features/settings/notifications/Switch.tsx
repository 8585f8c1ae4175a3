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
    <label className="switch-row">
      <span className={isStrong ? 'font-semibold text-row' : 'text-row'}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="switch"
      />
    </label>
  )
}
