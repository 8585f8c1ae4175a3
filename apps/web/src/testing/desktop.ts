import { vi } from 'vitest'

/** Simulates a wide window, in which the menu is beside the page and a detail is beside its list. */
export const simulateDesktop = () =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))

/** Simulates a narrow window again, in which the bottom bar has the menu. */
export const simulatePhone = () =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
