import MagnifyingGlass from '@phosphor-icons/core/assets/regular/magnifying-glass.svg?react'

type Props = { value: string; onChange: (text: string) => void }

export function SearchField({ value, onChange }: Props) {
  return (
    <div className="relative mb-4">
      <MagnifyingGlass className="search-icon absolute inset-y-0 my-auto size-5.5 text-text-2" />
      <input
        type="search"
        aria-label="Buscar por nombre"
        placeholder="Buscar por nombre"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-box block h-(--control-h) search-box w-full pr-4 text-row"
      />
    </div>
  )
}
