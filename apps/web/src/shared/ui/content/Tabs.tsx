import type { KeyboardEvent, ReactNode } from 'react'

export type Tab<I extends string = string> = {
  id: I
  label: string
  /** The visible text where there is little room; the accessible name is always `label`. */
  short?: string
  /** Marks today: a dot under the label. */
  isToday?: boolean
  /** Marks unread news: a dot at the corner. */
  hasNews?: boolean
}

const tabId = (group: string, id: string) => `${group}-tab-${id}`
const panelId = (group: string) => `${group}-panel`

/** Returns the index of the tab that a key selects from the tab at `index`; undefined for other keys. */
function targetIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

type Props<I extends string> = {
  /** The start of the ids that connect the tabs with their panel; unique on the page. */
  group: string
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab<I>[]
  selected: I
  onSelect: (id: I) => void
  className?: string
}

/** A row of tabs. The left and right arrow keys, Home and End select a tab at once, without Enter. */
export function TabList<I extends string>({
  group,
  label,
  tabs,
  selected,
  onSelect,
  className = 'segments',
}: Props<I>) {
  const current = Math.max(
    tabs.findIndex((tab) => tab.id === selected),
    0, // without a valid choice the first tab can be focused
  )
  const follow = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return // a shortcut of the browser, such as Alt and an arrow
    const target = targetIndex(event.key, current, tabs.length)
    const tab = target === undefined ? undefined : tabs[target]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    document.getElementById(tabId(group, tab.id))?.focus()
  }
  return (
    <div role="tablist" aria-label={label} onKeyDown={follow} className={className}>
      {tabs.map((tab, index) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(group, tab.id)}
          aria-label={tab.hasNews ? `${tab.label}, con novedades` : tab.short && tab.label}
          aria-selected={tab.id === selected}
          aria-controls={panelId(group)}
          aria-current={tab.isToday ? 'date' : undefined}
          tabIndex={index === current ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className={`segment ${tab.isToday ? 'segment-marked' : ''} ${tab.hasNews ? 'segment-new' : ''}`}
        >
          <span className={tab.short && '@max-[20.5rem]:hidden'}>{tab.label}</span>
          {tab.short && (
            <span
              data-short={tab.short}
              className="hidden before:content-[attr(data-short)] @max-[20.5rem]:inline"
            />
          )}
        </button>
      ))}
    </div>
  )
}

type PanelProps = { group: string; selected: string; children: ReactNode; className?: string }

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
