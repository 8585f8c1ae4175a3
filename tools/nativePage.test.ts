import { describe, expect, it } from 'vitest'
import { pagePolicy } from '../apps/server/src/web.ts'
import { nativePolicy } from '../apps/web/nativePage.ts'

const origin = 'https://app.example.com'
const shell = 'capacitor://localhost'
const native = new Map(
  nativePolicy(origin)
    .split('; ')
    .map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
)

describe('the policy of the phone apps', () => {
  it('is that of the web, with the API as the only other origin', () => {
    // A page cannot say the first itself; the others belong to the installable web app.
    const webOnly = ['frame-ancestors', 'manifest-src', 'worker-src']
    const expected = Object.entries(pagePolicy.directives)
      .filter(([name]) => !webOnly.includes(name))
      .map(([name, sources]) => {
        const apis = ['img-src', 'connect-src'].includes(name) ? [origin] : []
        return [
          name,
          sources.flatMap((source) => (source === "'self'" ? [source, shell] : [source])).concat(apis),
        ]
      })
    expect(Object.fromEntries(native)).toEqual(Object.fromEntries(expected))
  })

  it('runs no script of another origin, nor one that a script writes', () => {
    expect(native.get('script-src')).toEqual(["'self'", shell])
    expect(native.get('require-trusted-types-for')).toEqual(["'script'"])
  })
})
