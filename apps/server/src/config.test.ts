import { ConfigError } from '@apoderados/core/configError'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

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

  it('with a database listens on all addresses and logs', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/x', PUBLIC_URL: 'https://app.example.com' })
    expect(config).toMatchObject({ host: '0.0.0.0', logLevel: 'info', publicUrl: 'https://app.example.com' })
    expect(config.corsOrigins).toContain('https://app.example.com')
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://u:p@[bad/x'],
    ['TRUST_PROXY', 'proxy'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '127.0.0.1,0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['PUBLIC_URL', 'app.example.com'],
    ['PUBLIC_URL', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'https://a.example.com,*'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_SAMPLE_RATE', '0'],
    ['LOG_SAMPLE_RATE', '0.1'],
    ['STORAGE_URL', 'https://llave:s3cr3t@s3.example.com/archivos'],
    ['STORAGE_URL', 's3://llave:s3/cr3t@s3.example.com/archivos'],
    ['STORAGE_URL', 's3://llave:s3cr3t@s3.example.com'],
    ['SMTP_URL', 'correo.example.com'],
    ['SMTP_URL', 'https://correo.example.com'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Apoderados'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Apoderados <a@example.com'],
    ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
  ])('is refused for %s=%s with one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
    expect(read).not.toThrow(/s3cr3t|cr3t@/)
  })

  it.each([
    ['sslmode=require', 'sslmode=verify-full'],
    ['sslmode=prefer&application_name=x', 'sslmode=verify-full&application_name=x'],
    ['application_name=x&sslmode=verify-ca', 'application_name=x&sslmode=verify-full'],
    ['sslmode=disable', 'sslmode=disable'],
    ['sslmode=require&uselibpqcompat=true', 'sslmode=require&uselibpqcompat=true'],
  ])('reads %s of DATABASE_URL as %s', (given, read) => {
    const url = 'postgres://u:p@db/x?'
    expect(readConfig({ DATABASE_URL: url + given }).databaseUrl).toBe(url + read)
  })

  it('reads the bucket of STORAGE_URL; without it files are in a folder', () => {
    expect(readConfig({}).bucket).toBeUndefined()
    expect(readConfig({ STORAGE_URL: 's3://a:b@s3.example.com/archivos' }).bucket?.name).toBe('archivos')
  })

  it('reads the sender of mails, and requires it if mails are sent', () => {
    expect(readConfig({}).mailFrom).toEqual({ name: 'Apoderados', address: 'no-responder@localhost' })
    const read = (MAIL_FROM: string) =>
      readConfig({ SMTP_URL: 'smtps://u:p@correo.example.com:465', MAIL_FROM })
    expect(read('a@example.com').mailFrom).toEqual({ name: 'Apoderados', address: 'a@example.com' })
    expect(read('Colegio Ñuñoa <a@example.com>').mailFrom).toEqual({
      name: 'Colegio Ñuñoa',
      address: 'a@example.com',
    })
    expect(() => read('')).toThrow('MAIL_FROM must be given with SMTP_URL')
  })

  it('reads the address of the console also without its port, for the links in mails to the staff', () => {
    const environment = { DATABASE_URL: 'postgres://db/school', SECRET_KEYS: 'x'.repeat(40) }
    const OFFICE_PUBLIC_URL = 'https://oficina.example.com'
    expect(readConfig({ ...environment, OFFICE_PUBLIC_URL })).toMatchObject({
      officePort: undefined,
      officeUrl: OFFICE_PUBLIC_URL,
    })
  })

  it('logs every response unless LOG_SAMPLE_RATE says otherwise', () => {
    const rates = [readConfig({}), readConfig({ LOG_SAMPLE_RATE: '20' })].map(
      (config) => config.logSampleRate,
    )
    expect(rates).toEqual([1, 20])
  })

  it('names every wrong variable at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT .+; LOG_LEVEL /)
  })
})
