import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
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

it('focuses its title when it opens', () => {
  expect(document.activeElement?.textContent).toBe('Detalle')
})

it('closes by its button and returns the focus', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(dialog()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Abrir')
})

it('closes on a click on the backdrop but not on its content', async () => {
  await userEvent.click(screen.getByText('Contenido'))
  await userEvent.click(dialog() as HTMLElement)
  expect(dialog()).toBeNull()
})

it('stays open when a press that began inside ends on the backdrop', async () => {
  const [inside, backdrop] = [screen.getByText('Contenido'), dialog() as HTMLElement]
  await userEvent.pointer([
    { keys: '[MouseLeft>]', target: inside },
    { target: backdrop },
    { keys: '[/MouseLeft]' },
  ])
  fireEvent.click(backdrop) // a browser sends the click to the common ancestor of the pressed and the released element
  expect(dialog()).not.toBeNull()
})

it('closes when the system closes the dialog, as with Esc', () => {
  const element = dialog() as HTMLDialogElement
  element.close()
  expect(dialog()).toBeNull()
})

const swipe = (start: Element, down: number, across = 0) => {
  const end = { clientX: 300 - across, clientY: 100 + down }
  fireEvent.touchStart(start, { touches: [{ clientX: 300, clientY: 100 }] })
  fireEvent.touchMove(start, { changedTouches: [end] })
  fireEvent.touchEnd(start, { changedTouches: [end] })
}
const grabBar = () => document.querySelector('.sheet-grab') as Element

it('is not closed by a swipe while the reader has zoomed in', () => {
  vi.stubGlobal('visualViewport', { scale: 2 })
  swipe(screen.getByText('Contenido'), 120)
  expect(dialog()).not.toBeNull()
})

it('closes on a swipe down that is long enough', () => {
  swipe(screen.getByText('Contenido'), 60)
  expect(dialog()).not.toBeNull()
  swipe(screen.getByText('Contenido'), 120)
  expect(dialog()).toBeNull()
})

it('only scrolls on a swipe in scrolled content, but a swipe on its grab bar closes it', () => {
  vi.spyOn(Element.prototype, 'scrollTop', 'get').mockReturnValue(300)
  swipe(screen.getByText('Contenido'), 120)
  expect(dialog()).not.toBeNull()
  swipe(grabBar(), 120)
  expect(dialog()).toBeNull()
})

it('has no content while it is closed', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByText('Contenido')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
  screen.getByText('Contenido')
})
