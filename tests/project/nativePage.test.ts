import { pagePolicy } from '@apoderados/server/http/headers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nativePage, nativePolicy } from '../../apps/web/build/nativePage.ts'

const serverOrigin = 'https://app.example.com'
const iosOrigin = 'capacitor://localhost'
const nativeDirectives = new Map(
  nativePolicy(serverOrigin)
    .split('; ')
    .map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
)

afterEach(() => vi.unstubAllEnvs())

describe('the policy of the phone apps', () => {
  it('equals that of the web, with the API as the only other origin', () => {
    // `frame-ancestors` has no effect in a `<meta>` element; the other two belong to the installable web app.
    const webOnly = ['frame-ancestors', 'manifest-src', 'worker-src']
    const expected = Object.entries(pagePolicy.directives)
      .filter(([name]) => !webOnly.includes(name))
      .map(([name, sources]) => {
        const apis = ['img-src', 'connect-src'].includes(name) ? [serverOrigin] : []
        return [
          name,
          sources.flatMap((source) => (source === "'self'" ? [source, iosOrigin] : [source])).concat(apis),
        ]
      })
    expect(Object.fromEntries(nativeDirectives)).toEqual(Object.fromEntries(expected))
  })

  it('runs no script of another origin, and none that a script creates from text', () => {
    expect(nativeDirectives.get('script-src')).toEqual(["'self'", iosOrigin])
    expect(nativeDirectives.get('require-trusted-types-for')).toEqual(["'script'"])
  })
})

describe('a build for the phone apps', () => {
  async function namesIn(plugins: unknown): Promise<string[]> {
    const plugin = await plugins
    if (Array.isArray(plugin)) return (await Promise.all(plugin.map(namesIn))).flat()
    return plugin && typeof plugin === 'object' && 'name' in plugin ? [String(plugin.name)] : []
  }
  /** Returns the names of Vite's plug-ins: of the phone apps' build, or of the web's if `apiOrigin` is empty. */
  async function pluginsOf(apiOrigin: string): Promise<string[]> {
    vi.stubEnv('API_ORIGIN', apiOrigin)
    vi.resetModules()
    const { default: config } = await import('../../apps/web/vite.config.ts')
    return namesIn(config.plugins)
  }

  it('puts its policy into the page, and contains no service worker', async () => {
    const [forPhones, forWeb] = [await pluginsOf(serverOrigin), await pluginsOf('')]
    expect(forPhones).toContain('native-page')
    expect(forWeb).not.toContain('native-page')
    const webOnly = forWeb.filter((name) => !forPhones.includes(name))
    expect(webOnly).toEqual(expect.arrayContaining(['vite-plugin-pwa', 'route-pages']))
  })

  it('puts the policy before everything that it must restrict', () => {
    const { transformIndexHtml } = nativePage(serverOrigin)
    expect(
      typeof transformIndexHtml === 'function' && transformIndexHtml.call({} as never, '', {} as never),
    ).toEqual([
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: nativePolicy(serverOrigin) },
        injectTo: 'head-prepend',
      },
    ])
  })
})
