import type { Plugin } from 'vite'

/**
 * The month's calendar and the dates under it bring English for whoever asks for no language; we always ask for Spanish, and
 * the other is 2 KB of the agenda.
 */
export const spanishOnly = (): Plugin => ({
  name: 'spanish-only',
  apply: 'build',
  load: {
    filter: { id: /\/(react-day-picker|date-fns)\/.*\/?locale\/en-US\.js$/ },
    handler: () => "export { es as enUS } from 'date-fns/locale/es'",
  },
})
