import type { Plugin } from 'vite'

const REACT_DOM = /react-dom-client\.production\.js$/
/** What React throws to itself; its text is for whoever would catch it by mistake. */
const THROWN_LATER = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g
/** V8 then compiles a file as a whole beside its download, not function by function while the page waits. */
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad\n'
/** A page runs little of the cache of answers, and of the other there is little. */
const asNeeded = ['answers', 'rolldown-runtime']

/**
 * A file's first run, made cheaper for a slow phone. React makes errors while it loads, for later; the stack of each
 * would have the browser read the whole file once more to know its lines.
 */
export const firstRun = (): Plugin => ({
  name: 'first-run',
  apply: 'build',
  transform: {
    filter: { id: REACT_DOM },
    handler(code) {
      const stackless = code.replace(
        THROWN_LATER,
        '$1 = Object.create(Error.prototype, { message: { value: $2 } })',
      )
      if (stackless === code) this.error('React makes its errors in another way: firstRun.ts')
      return { code: stackless, map: null }
    },
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && !asNeeded.includes(file.name)) file.code = COMPILE_AT_ONCE + file.code
      }
    },
  },
})
