import type { KeyboardEvent, ReactNode } from 'react'

export type Tab = {
  id: string
  label: string
  /** Where there is little room. */
  short?: string
  /** A dot under the label. */
  isMarked?: boolean
}

const tabId = (group: string, id: string) => `${group}-tab-${id}`
const panelId = (group: string) => `${group}-panel`

/** Which tab a key leads to from the one at `index`; undefined for other keys. */
function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

type Props = {
  /** Ties the tabs to their panel; unique on the page. */
  group: string
  /** What the tabs choose among. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  className?: string
}

/** A row of tabs; the arrows, Home and End choose at once. */
export function TabList({ group, label, tabs, selected, onSelect, className = 'segments' }: Props) {
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    const target = targetOf(
      event.key,
      tabs.findIndex((tab) => tab.id === selected),
      tabs.length,
    )
    const tab = target === undefined ? undefined : tabs[target]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    document.getElementById(tabId(group, tab.id))?.focus()
  }
  return (
    <div role="tablist" aria-label={label} onKeyDown={follow} className={className}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(group, tab.id)}
          aria-label={tab.short && tab.label}
          aria-selected={tab.id === selected}
          aria-controls={panelId(group)}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className={`segment ${tab.isMarked ? 'segment-marked' : ''}`}
        >
          <span className={tab.short && 'segment-long'}>{tab.label}</span>
          {tab.short && <span className="segment-short">{tab.short}</span>}
        </button>
      ))}
    </div>
  )
}

type PanelProps = { group: string; selected: string; children: ReactNode; className?: string }

/** What the chosen tab shows. */
export function TabPanel({ group, selected, children, className }: PanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(group)}
      aria-labelledby={tabId(group, selected)}
      tabIndex={-1}
      className={className}
    >
      {children}
    </div>
  )
}
