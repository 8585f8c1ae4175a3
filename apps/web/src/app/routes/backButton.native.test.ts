import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { simulatePhone } from '../../testing/phone.ts'

let phone: ReturnType<typeof simulatePhone>
let goBack: (canGoBack: boolean) => void
beforeEach(async () => {
  phone = simulatePhone()
  vi.spyOn(history, 'back').mockImplementation(() => undefined)
  goBack = (await import('./backButton.native.ts')).goBack
})
afterEach(() => {
  document.body.replaceChildren()
})

function openDialog(className: string, id: string, attributes: Record<string, string> = {}) {
  const dialog = Object.assign(document.createElement('dialog'), { className, id })
  for (const [name, value] of Object.entries({ open: '', ...attributes })) dialog.setAttribute(name, value)
  document.body.append(dialog)
}
const isOpen = (id: string) => document.getElementById(id)?.hasAttribute('open')
const expectAppMinimized = () => expect.poll(() => phone.names()).toEqual(['App.minimizeApp'])

it('closes the dialog that was opened last, and stays on the page', () => {
  openDialog('drawer', 'a')
  openDialog('sheet', 'b')
  goBack(true)
  expect([isOpen('a'), isOpen('b')]).toEqual([true, false])
  goBack(true)
  expect([isOpen('a'), isOpen('b')]).toEqual([false, false])
  expect(history.back).not.toHaveBeenCalled()
})

it('closes all dialogs but the forced change when a notification opens a page', async () => {
  const { closeModals } = await import('./backButton.native.ts')
  openDialog('drawer', 'a')
  openDialog('sheet', 'b', { closedby: 'none' })
  closeModals()
  expect([isOpen('a'), isOpen('b')]).toEqual([false, true])
})

it('closes a panel as Esc does', () => {
  openDialog('card', 'a')
  const keys: string[] = []
  const listen = ({ key }: KeyboardEvent) => void keys.push(key)
  document.addEventListener('keydown', listen)
  goBack(true)
  document.removeEventListener('keydown', listen)
  expect([keys, vi.mocked(history.back).mock.calls.length]).toEqual([['Escape'], 0])
})

it('leaves the app from a dialog that cannot be closed', async () => {
  openDialog('sheet', 'a', { closedby: 'none' })
  goBack(true)
  await expectAppMinimized()
  expect(isOpen('a')).toBe(true)
})

it('goes back if there is an earlier page, and else leaves', async () => {
  goBack(true)
  expect(history.back).toHaveBeenCalledOnce()
  expect(phone.names()).toEqual([])
  goBack(false)
  await expectAppMinimized()
})
