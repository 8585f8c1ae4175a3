import { vi } from 'vitest'

/** Simulates a wide window, where the menu is beside the page and a detail beside its list. */
export const onDesktop = () =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
