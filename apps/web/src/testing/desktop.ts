import { vi } from 'vitest'

/** The page where it is wide: the menu stands beside it, and a detail beside its list. */
export const onDesktop = () =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
