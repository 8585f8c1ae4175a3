import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the environment', () => {
  it('may be empty: a demo on this machine only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      trustProxy: [],
      corsOrigins: ['https://localhost', 'capacitor://localhost'],
      logLevel: 'warn',
    })
  })

  it('with a database listens to all and logs', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/x', PUBLIC_URL: 'https://app.example.com' })
    expect(config).toMatchObject({ host: '0.0.0.0', logLevel: 'info' })
    expect(config.corsOrigins).toContain('https://app.example.com')
  })

  it('takes an empty variable for an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://u:p@[bad/x'],
    ['TRUST_PROXY', 'proxy'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['PUBLIC_URL', 'app.example.com'],
    ['PUBLIC_URL', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'https://a.example.com,*'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .+; LOG_LEVEL /)
  })
})
