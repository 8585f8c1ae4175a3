import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { closeDialog, useDialogEntry } from './dialogEntry.ts'
import { navigate } from './router.tsx'

function Dialog() {
  const { isOpen, open, close } = useDialogEntry('menu')
  return isOpen ? (
    <button type="button" onClick={close}>
      Cerrar
    </button>
  ) : (
    <button type="button" onClick={open}>
      Abrir
    </button>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  history.pushState(null, '', '/app/agenda?dia=2026-11-02')
  render(<Dialog />)
})

it('closes by Back, and leaves no entry when it is closed by its button', async () => {
  const { length } = history
  await press('Abrir')
  expect([location.search, history.length]).toEqual(['?dia=2026-11-02', length + 1])
  history.back()
  await screen.findByRole('button', { name: 'Abrir' })
  await press('Abrir')
  await press('Cerrar')
  await screen.findByRole('button', { name: 'Abrir' })
  expect([history.state, location.pathname, history.length]).toEqual([null, '/app/agenda', length + 1])
})

it('is left by a navigation, from which Back leads to the page before', async () => {
  await press('Abrir')
  act(() => navigate('/app/horario'))
  screen.getByRole('button', { name: 'Abrir' })
  history.back()
  await waitFor(() => expect(location.pathname).toBe('/app/agenda'))
  expect(history.state).toBeNull()
})

it('runs what follows once the entry is left', async () => {
  await press('Abrir')
  const closed = new Promise<string>((resolve) => closeDialog(() => resolve(history.state)))
  expect(await closed).toBeNull()
  expect(await new Promise((resolve) => closeDialog(() => resolve('at once')))).toBe('at once')
})
