import type { Plugin } from 'vite'

/**
 * The month's calendar and the dates under it bring English for whoever asks for no language; we always ask for Spanish.
 * Ends the build when it finds none to leave out: the libraries have moved it then.
 */
export function spanishOnly(): Plugin {
  const left = new Set<string>()
  return {
    name: 'spanish-only',
    apply: 'build',
    load: {
      filter: { id: /\/(react-day-picker|date-fns)\/.*locale\/en-US\.js$/ },
      handler(id) {
        left.add(id)
        return "export { es as enUS } from 'date-fns/locale/es'"
      },
    },
    buildEnd(error) {
      if (!error && left.size < 2) this.error(`no English of both libraries: ${[...left]}`)
    },
  }
}
