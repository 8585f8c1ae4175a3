import type { Plugin } from 'vite'

/**
 * The plug-in that replaces the default English locale of react-day-picker and date-fns by Spanish, the only one that
 * the app uses. It fails the build unless it finds the file of the English locale of both libraries.
 */
export function spanishLocales(): Plugin {
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
