import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useOpenItem, useTabParam } from './searchParams.ts'

const items = [{ id: 5 }, { id: 6 }]

function Page({ isListSettled = true }: { isListSettled?: boolean }) {
  const { item, open, close } = useOpenItem('evento', isListSettled ? items : [], isListSettled)
  const [tab = 'lunes', choose] = useTabParam('dia', (day) => (day === 'martes' ? day : undefined))
  return (
    <>
      <p>{`${tab}, ${item ? item.id : 'nada'}`}</p>
      {items.map(({ id }) => (
        <button key={id} type="button" onClick={() => open(id)}>{`Abrir ${id}`}</button>
      ))}
      <button type="button" onClick={close}>
        Cerrar
      </button>
      <button type="button" onClick={() => choose('martes')}>
        Martes
      </button>
    </>
  )
}

function renderPage(query = '') {
  history.pushState(null, '', `/app/agenda${query}`) // removes the forward entries of an earlier test
  return render(<Page />)
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const expectPage = (text: string, query: string) =>
  waitFor(() => {
    screen.getByText(text)
    expect(location.search).toBe(query)
  })

it('a page without a query opens nothing', async () => {
  renderPage()
  await expectPage('lunes, nada', '')
})

it('an opened detail is one entry of the history: Back closes it and Forward opens it', async () => {
  renderPage()
  const entries = history.length
  click('Abrir 5')
  await expectPage('lunes, 5', '?evento=5')
  expect(history.length).toBe(entries + 1)
  act(() => history.back())
  await expectPage('lunes, nada', '')
  act(() => history.forward())
  await expectPage('lunes, 5', '?evento=5')
  click('Cerrar')
  await expectPage('lunes, nada', '')
})

it('closing goes back, so that the next detail does not follow the entry of the first', async () => {
  renderPage()
  click('Abrir 5')
  const entries = history.length
  click('Cerrar')
  click('Cerrar') // a second tap, before the browser has gone back
  await expectPage('lunes, nada', '')
  click('Abrir 6')
  await expectPage('lunes, 6', '?evento=6')
  expect(history.length).toBe(entries)
})

it('a detail opened while the browser goes back is shown afterwards', async () => {
  renderPage()
  click('Abrir 5')
  const entries = history.length
  click('Cerrar')
  click('Abrir 6')
  click('Cerrar')
  await expectPage('lunes, 6', '?evento=6')
  expect(history.length).toBe(entries)
})

it('another detail replaces the opened one', async () => {
  renderPage()
  click('Abrir 5')
  const entries = history.length
  click('Abrir 6')
  await expectPage('lunes, 6', '?evento=6')
  expect(history.length).toBe(entries)
  act(() => history.back())
  await expectPage('lunes, nada', '')
})

it('a detail at which the visit began is closed without going back', async () => {
  renderPage('?dia=martes&evento=5')
  await expectPage('martes, 5', '?dia=martes&evento=5')
  const entries = history.length
  click('Cerrar')
  await expectPage('martes, nada', '?dia=martes')
  expect([history.length, history.state]).toEqual([entries, null])
})

it('a reload shows the same, and the detail is still an entry that closing removes', async () => {
  const { unmount } = renderPage()
  click('Abrir 5')
  unmount()
  render(<Page />)
  await expectPage('lunes, 5', '?evento=5')
  click('Cerrar')
  await expectPage('lunes, nada', '')
  expect(history.state).toBeNull()
})

it('a tab replaces the entry, and closes the detail with its own', async () => {
  renderPage()
  const entries = history.length
  click('Martes')
  await expectPage('martes, nada', '?dia=martes')
  expect(history.length).toBe(entries)
  click('Abrir 5')
  await expectPage('martes, 5', '?dia=martes&evento=5')
  act(() => history.back())
  await expectPage('martes, nada', '?dia=martes')
  act(() => history.forward())
  await expectPage('martes, 5', '?dia=martes&evento=5')
  click('Martes')
  await expectPage('martes, nada', '?dia=martes')
  expect(history.state).toBeNull()
})

it.each(['?evento=7', '?evento=', '?dia=2026', '?dia=&evento=x'])(
  '%s is unknown and is removed',
  async (query) => {
    renderPage(query)
    await expectPage('lunes, nada', '')
  },
)

it('an unknown day does not close the detail', async () => {
  renderPage('?dia=nunca&evento=5')
  await expectPage('lunes, 5', '?evento=5')
})

it('an id is kept until the list has loaded', async () => {
  history.replaceState(null, '', '/app/agenda?evento=5')
  const { rerender } = render(<Page isListSettled={false} />)
  await expectPage('lunes, nada', '?evento=5')
  rerender(<Page />)
  await expectPage('lunes, 5', '?evento=5')
})
