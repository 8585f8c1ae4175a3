import type { Plugin } from 'vite'

/**
 * Replaces the default English locale of react-day-picker and date-fns by Spanish, the only one that the app uses.
 * Fails the build if one of the two libraries has no file of the English locale at the expected path.
 */
export function spanishOnly(): Plugin {
  const replacedFiles = new Set<string>()
  return {
    name: 'spanish-only',
    apply: 'build',
    load: {
      filter: { id: /\/(react-day-picker|date-fns)\/.*locale\/en-US\.js$/ },
      handler(id) {
        replacedFiles.add(id)
        return "export { es as enUS } from 'date-fns/locale/es'"
      },
    },
    buildEnd(error) {
      if (!error && replacedFiles.size < 2)
        this.error(`expected en-US.js of both libraries, found: ${[...replacedFiles]}`)
    },
  }
}
