import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { TabList, TabPanel } from './Tabs.tsx'

const dayTabs = [
  { id: 'monday', label: 'Lunes', short: 'Lun' },
  { id: 'tuesday', label: 'Martes', short: 'Mar', isToday: true },
  { id: 'wednesday', label: 'Miércoles', short: 'Mié' },
]

function Days({ first = 'tuesday' }: { first?: string }) {
  const [selected, setSelected] = useState(first)
  return (
    <>
      <TabList group="days" label="Día" tabs={dayTabs} selected={selected} onSelect={setSelected} />
      <TabPanel group="days" selected={selected}>
        {selected}
      </TabPanel>
    </>
  )
}

const chosenTab = () => screen.getByRole('tab', { selected: true })
const press = (keys: string) => userEvent.keyboard(keys)

describe('the tabs', () => {
  it('have their full names also when shown shortened, and a labelled list', () => {
    render(<Days />)
    screen.getByRole('tablist', { name: 'Día' })
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
      'Lunes',
      'Martes',
      'Miércoles',
    ])
    const short = screen.getByRole('tab', { name: 'Martes' }).querySelector('[data-short]')
    expect([short?.getAttribute('data-short'), short?.textContent]).toEqual(['Mar', ''])
  })

  it('mark today visibly and for screen readers', () => {
    render(<Days first="monday" />)
    const today = screen.getByRole('tab', { current: 'date' })
    expect([today.getAttribute('aria-label'), today.classList.contains('segment-marked')]).toEqual([
      'Martes',
      true,
    ])
    expect(document.querySelectorAll('.segment-marked')).toHaveLength(1)
  })

  it('control a panel that is named by the chosen one', async () => {
    render(<Days />)
    const panel = screen.getByRole('tabpanel', { name: 'Martes' })
    for (const tab of screen.getAllByRole('tab')) expect(tab.getAttribute('aria-controls')).toBe(panel.id)
    await userEvent.click(screen.getByRole('tab', { name: 'Lunes' }))
    expect(screen.getByRole('tabpanel', { name: 'Lunes' }).textContent).toBe('monday')
  })
})

describe('the keyboard', () => {
  it('reaches the chosen tab only', async () => {
    render(<Days />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Martes' }))
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })

  it.each([
    ['{ArrowRight}', 'Miércoles'],
    ['{ArrowRight}{ArrowRight}', 'Lunes'],
    ['{ArrowLeft}', 'Lunes'],
    ['{ArrowLeft}{ArrowLeft}', 'Miércoles'],
    ['{Home}', 'Lunes'],
    ['{End}', 'Miércoles'],
  ])('chooses with %s', async (keys, name) => {
    render(<Days />)
    await userEvent.tab()
    await press(keys)
    expect(chosenTab().getAttribute('aria-label')).toBe(name)
    expect(document.activeElement).toBe(chosenTab())
  })

  it('reaches the first tab if the chosen one no longer exists', async () => {
    render(<Days first="sunday" />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Lunes' }))
    await press('{ArrowLeft}')
    expect(chosenTab().getAttribute('aria-label')).toBe('Miércoles')
  })
})
