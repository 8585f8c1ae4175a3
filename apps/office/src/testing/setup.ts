import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { queryClient } from '../shared/queries.ts'
import { noteSessionStart } from '../shared/session.ts'

configure({ asyncUtilTimeout: 120_000 }) // loading a page's code is slow on a busy machine

// Browser features that jsdom lacks.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined

beforeEach(() => {
  localStorage.clear()
  noteSessionStart()
})

afterEach(() => {
  notifications.clean()
  cleanup()
  queryClient.clear()
})
