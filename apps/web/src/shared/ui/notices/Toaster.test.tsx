import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../../config.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { dispatch } from '../../session/store.ts'
import { Sheet } from '../dialogs/Sheet.tsx'
import { Toaster } from './Toaster.tsx'
import { hideToast, showToast } from './toast.ts'

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Sheet title="Detalle" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>Contenido</p>
      </Sheet>
      <Toaster />
    </>
  )
}

const showNow = (kind: 'success' | 'error', text: string) => act(async () => showToast(kind, text))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  vi.useFakeTimers()
  render(<Page />)
})
afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

describe('a toast', () => {
  it('of success is a status, and stays for its time', async () => {
    await showNow('success', 'Listo')
    await wait(config.toastSuccessMs - 1)
    expect(screen.getByRole('status').textContent).toBe('Listo')
    await wait(1)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('of success is inserted into an existing status', async () => {
    const before = screen.getByRole('status')
    await showNow('success', 'Listo')
    expect(screen.getByRole('status')).toBe(before)
  })

  it('of an error is an alert, and stays for its time', async () => {
    await showNow('error', 'Falló')
    await wait(config.toastErrorMs - 1)
    expect(screen.getByRole('alert').textContent).toBe('Falló')
    await wait(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('replaces the previous one and has its own duration', async () => {
    await showNow('success', 'Uno')
    await wait(config.toastSuccessMs - 1)
    await showNow('success', 'Dos')
    expect(screen.queryByText('Uno')).toBeNull()
    await wait(config.toastSuccessMs - 1)
    screen.getByText('Dos')
    await wait(1)
    expect(screen.queryByText('Dos')).toBeNull()
  })

  it('with the same text is a new one, so that it is announced again', async () => {
    await showNow('success', 'Listo')
    const first = screen.getByText('Listo')
    await showNow('success', 'Listo')
    expect(screen.getByText('Listo')).not.toBe(first)
    expect(first.isConnected).toBe(false)
  })

  it.each([
    ['pointed at', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['focused', fireEvent.focus, fireEvent.blur],
  ])('stays while it is %s', async (_, hold, release) => {
    await showNow('success', 'Listo')
    hold(screen.getByRole('button', { name: 'Listo' }))
    await wait(2 * config.toastSuccessMs)
    release(screen.getByRole('button', { name: 'Listo' }))
    await wait(config.toastSuccessMs - 1)
    screen.getByText('Listo')
    await wait(1)
    expect(screen.queryByText('Listo')).toBeNull()
  })

  it('can be reached by keyboard', async () => {
    await showNow('success', 'Listo')
    const message = within(screen.getByRole('status')).getByRole('button')
    message.focus()
    expect(document.activeElement).toBe(message)
  })

  it('disappears when it is pressed', async () => {
    await showNow('success', 'Listo')
    await click('Listo')
    expect(screen.queryByText('Listo')).toBeNull()
  })

  it('shows markup as it was written', async () => {
    await showNow('error', '<b>no</b>')
    expect(screen.getByRole('alert').textContent).toBe('<b>no</b>')
  })

  it('disappears with the session', async () => {
    signedIn()
    await showNow('success', 'Listo')
    await act(async () => dispatch({ type: 'signedOut' }))
    expect(screen.queryByText('Listo')).toBeNull()
  })
})

describe('over a sheet', () => {
  const parent = () => screen.getByRole('status').parentElement

  it('is in the sheet, where it can be reached', async () => {
    await click('Abrir')
    await showNow('success', 'Listo')
    expect(parent()).toBe(screen.getByRole('dialog'))
  })

  it('moves into a sheet that opens, and out of one that closes', async () => {
    await showNow('success', 'Listo')
    expect(parent()).toBe(document.body)
    await click('Abrir')
    expect(parent()).toBe(screen.getByRole('dialog'))
    await click('Cerrar')
    expect(parent()).toBe(document.body)
  })

  it('does not close the sheet when it is pressed', async () => {
    await click('Abrir')
    await showNow('success', 'Listo')
    await click('Listo')
    screen.getByRole('dialog')
  })
})
