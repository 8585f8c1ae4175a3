import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Sheet } from './Sheet.tsx'

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
    </>
  )
}

const dialog = () => screen.queryByRole('dialog', { name: 'Detalle' })

beforeEach(async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
})

it('starts at its title', () => {
  expect(document.activeElement?.textContent).toBe('Detalle')
})

it('closes by its button and gives the focus back', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(dialog()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Abrir')
})

it('closes on the backdrop but not on what it holds', async () => {
  await userEvent.click(screen.getByText('Contenido'))
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).toBeNull()
})

it('closes when the system closes the dialog, as Esc does', () => {
  const element = dialog() as HTMLDialogElement
  element.close()
  expect(dialog()).toBeNull()
})

it('closes on a swipe down that is long enough', () => {
  const swipe = (distance: number) => {
    const text = screen.getByText('Contenido')
    fireEvent.touchStart(text, { touches: [{ clientY: 100 }] })
    fireEvent.touchMove(text, { changedTouches: [{ clientY: 100 + distance }] })
    fireEvent.touchEnd(text, { changedTouches: [{ clientY: 100 + distance }] })
  }
  swipe(60)
  expect(dialog()).not.toBeNull()
  swipe(120)
  expect(dialog()).toBeNull()
})
