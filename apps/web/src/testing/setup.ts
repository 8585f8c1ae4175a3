import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { queryClient } from '../shared/api/queryClient.ts'
import { dispatch, startSession } from '../shared/session/store.ts'
import { hideToast } from '../shared/ui/notices/toast.ts'
import { markFirstPaint } from '../startup/firstPaint.ts'
import { raiseTimeLimits } from './patientConfig.ts'

raiseTimeLimits()

// A busy machine takes long to fetch a page's code.
configure({ asyncUtilTimeout: 120_000 })

// What jsdom lacks.

HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.setAttribute('open', '')
  openers.set(this, document.activeElement)
}
HTMLDialogElement.prototype.show ??= function show() {
  this.setAttribute('open', '')
}
HTMLDialogElement.prototype.close ??= function close() {
  if (!this.hasAttribute('open')) return
  this.removeAttribute('open')
  const opener = openers.get(this)
  if (opener instanceof HTMLElement) opener.focus()
  this.dispatchEvent(new Event('close'))
}
const openers = new WeakMap<HTMLDialogElement, Element | null>()

Element.prototype.getAnimations ??= () => []
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => undefined
// Its own frames end with the window of the first file.
globalThis.requestAnimationFrame = (callback) => Number(setTimeout(callback, 0))
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

beforeEach(() => {
  localStorage.clear()
  history.replaceState(null, '', '/')
  dispatch({ type: 'signedOut' }) // and not by the server, as perhaps in the last test
  startSession()
  queryClient.clear()
  hideToast()
})

afterEach(cleanup)

markFirstPaint()
