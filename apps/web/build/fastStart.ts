import type { Plugin } from 'vite'

/** V8's hint to compile all functions of a file in the background, beside its download, and not when each is called. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** The chunks with the hint: a first visit runs most of their code. */
const HINTED_CHUNKS = ['libraries', 'entry', 'frame', 'grades', 'records', 'answers', 'query', 'parts']

/** The errors that React creates when its code loads, for its own later use. No one sees their stacks. */
const PREPARED_ERRORS = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g

/**
 * The plug-in that makes the first run of the code cheaper for a slow phone: it adds the compile hint to scripts,
 * and lets React prepare its errors without stacks, for each of which V8 would parse React's code once more.
 */
export const fastStart = (): Plugin => ({
  name: 'fast-start',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler(code) {
      const changed = code.replace(
        PREPARED_ERRORS,
        '$1 = Object.create(Error.prototype, { message: { value: $2 } })',
      )
      if (changed === code) this.warn('React prepares no errors that fastStart.ts knows; it starts slower')
      return { code: changed, map: null }
    },
  },
  generateBundle: {
    order: 'post', // V8 accepts the hint only at the file's beginning, where Vite adds its own code
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && HINTED_CHUNKS.includes(file.name)) file.code = COMPILE_HINT + file.code
    },
  },
})
