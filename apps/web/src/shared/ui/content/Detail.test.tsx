import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Detail } from './Detail.tsx'
import { ListRow } from './ListRow.tsx'

const desktopQuery = Object.assign(new EventTarget(), { matches: false })

function resize(isDesktop: boolean) {
  desktopQuery.matches = isDesktop
  act(() => {
    desktopQuery.dispatchEvent(new Event('change'))
  })
}

type Item = { id: number; title: string; text: string }
const lateArrivals: Item[] = [
  { id: 1, title: 'Atraso', text: 'El primero' },
  { id: 2, title: 'Atraso', text: 'El segundo' },
]

function Page({ items = lateArrivals }: { items?: Item[] }) {
  const [openId, setOpenId] = useState<number>()
  return (
    <>
      <h1 tabIndex={-1}>Asistencia</h1>
      <ul>
        {items.map(({ id }) => (
          <ListRow key={id} title={`Fila ${id}`} isChosen={id === openId} onOpen={() => setOpenId(id)} />
        ))}
      </ul>
      <Detail
        item={items.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
        idle={<p>3 atrasos este año</p>}
      >
        {({ title, text }) => ({
          title,
          subtitle: 'Jueves',
          footer: <button type="button">Descargar</button>,
          children: text,
        })}
      </Detail>
    </>
  )
}

const openRow = (id: number) => userEvent.click(screen.getByRole('button', { name: `Fila ${id}` }))
const dialog = () => screen.queryByRole('dialog', { name: 'Atraso' })
const focusedText = () => document.activeElement?.textContent

beforeEach(() => {
  desktopQuery.matches = false
  vi.stubGlobal('matchMedia', () => desktopQuery)
})

describe.each([
  ['on a phone', false],
  ['on a desktop', true],
])('%s', (_, isDesktop) => {
  beforeEach(() => resize(isDesktop))

  it('is closed at first, and leaves no content after it was closed', async () => {
    render(<Page />)
    expect(screen.queryByRole('dialog')).toBeNull()
    await openRow(1)
    screen.getByText('El primero')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('El primero')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Atraso' })).toBeNull()
  })

  it('is named by its title, which has the focus, and has subtitle, content and actions', async () => {
    render(<Page />)
    await openRow(1)
    expect(dialog()).not.toBeNull()
    expect(focusedText()).toBe('Atraso')
    for (const text of ['Jueves', 'El primero', 'Descargar']) expect(dialog()?.textContent).toContain(text)
  })

  it('returns the focus to the row', async () => {
    render(<Page />)
    await openRow(2)
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(focusedText()).toBe('Fila 2 ')
  })

  it('shows refreshed content without taking the focus again', async () => {
    const { rerender } = render(<Page />)
    await openRow(1)
    screen.getByRole('button', { name: 'Cerrar' }).focus()
    rerender(<Page items={[{ id: 1, title: 'Atraso', text: 'El primero, justificado' }]} />)
    expect(dialog()?.textContent).toContain('El primero, justificado')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' })))
  })

  it('closes if a refresh removes its item, and moves the focus to the page’s title', async () => {
    const { rerender } = render(<Page />)
    await openRow(1)
    rerender(<Page items={lateArrivals.slice(1)} />)
    expect(dialog()).toBeNull()
    expect(focusedText()).toBe('Asistencia')
  })

  it('stays open when the window crosses the desktop’s width, and still returns the focus', async () => {
    render(<Page />)
    await openRow(1)
    resize(!isDesktop)
    expect(dialog()?.textContent).toContain('El primero')
    expect(focusedText()).toBe('Atraso')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(focusedText()).toBe('Fila 1 ')
  })
})

describe('on a desktop', () => {
  beforeEach(() => resize(true))

  it('shows a hint in the empty panel', async () => {
    render(<Page />)
    screen.getByText('3 atrasos este año')
    await openRow(1)
    expect(screen.queryByText('3 atrasos este año')).toBeNull()
  })

  it('moves the focus to the title of another item, even if both titles are equal', async () => {
    render(<Page />)
    await openRow(1)
    await openRow(2)
    expect(dialog()?.textContent).toContain('El segundo')
    expect(dialog()?.textContent).not.toContain('El primero')
    expect(focusedText()).toBe('Atraso')
    await userEvent.keyboard('{Escape}')
    expect(focusedText()).toBe('Fila 2 ')
  })

  it('closes on Esc in the list too, and leaves the focus there', async () => {
    render(<Page />)
    await openRow(1)
    screen.getByRole('button', { name: 'Fila 2' }).focus()
    await userEvent.keyboard('{Escape}')
    expect(dialog()).toBeNull()
    expect(focusedText()).toBe('Fila 2 ')
  })
})
