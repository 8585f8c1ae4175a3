import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '../shared/api/queryClient.ts'
import { dispatch, startSession } from '../shared/session/store.ts'
import { hideToast } from '../shared/ui/notices/toast.ts'
import { failOpenCalls } from './fakeApi.ts'

// The time limits that a busy machine would exceed during a test are longer; a test about one uses fake timers.
vi.mock('../config.ts', async (importOriginal) => {
  const { config } = await importOriginal<typeof import('../config.ts')>()
  const LONG_MS = 600_000
  const longTimeouts = {
    responseFreshMs: LONG_MS,
    shortFreshMs: LONG_MS / 5,
    prefetchAfterMs: LONG_MS / 5,
    codeDeadlineMs: LONG_MS,
    toastSuccessMs: LONG_MS,
    toastErrorMs: LONG_MS,
  } satisfies Partial<Record<keyof typeof config, number>>
  return { config: { ...config, ...longTimeouts } }
})

// Loading a page's code is slow on a busy machine.
configure({ asyncUtilTimeout: 120_000 })

// Browser features that jsdom lacks.

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
/** The element that had the focus when each dialog was opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()

const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function focusUnlessInert(options) {
  if (!this.closest('[inert]')) focus.call(this, options)
}
Element.prototype.getAnimations ??= () => []
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => undefined
// The modules are loaded once for all test files, but jsdom's animation frames stop with the first file's window.
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
  dispatch({ type: 'signedOut' }) // ends the session of an earlier test
  startSession()
  hideToast()
})

afterEach(async () => {
  cleanup()
  queryClient.clear()
  await failOpenCalls()
})
