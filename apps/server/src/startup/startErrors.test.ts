import { expect, it } from 'vitest'
import { explainStartError } from './startErrors.ts'

it('explains a database failure for which the driver has no code', () => {
  const silent = new Error('Connection terminated due to connection timeout')
  expect(explainStartError(silent, 'database')).toBe('the database does not answer: check DATABASE_URL')
  const bare = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(explainStartError(bare, 'database')).toBe('the database wants a password: check DATABASE_URL')
  const wrong = new Error('self-signed certificate\nand more')
  expect(explainStartError(wrong, 'database')).toBe(
    'the database: self-signed certificate: check DATABASE_URL',
  )
})

it('reports a pooler before the database', () => {
  const refused = new Error('unsupported startup parameter: statement_timeout')
  expect(explainStartError(Object.assign(refused, { code: '08P01' }), 'database')).toBe(
    'a pooler answers, where PostgreSQL itself is needed: check DATABASE_URL',
  )
})

it('reports a full disk without mentioning DATABASE_URL', () => {
  const diskFullMessage = 'could not extend file "base/5/16384": No space left on device'
  const full = Object.assign(new Error(diskFullMessage), { code: '53100' })
  expect(explainStartError(full, 'database')).toBe('the database’s disk is full')
  expect(explainStartError(new Error('Failed query', { cause: full }), 'database')).toBe(
    'the database’s disk is full',
  )
  const written = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(explainStartError(written, 'database')).toBe('the disk is full')
})

it('does not mention DATABASE_URL when the embedded database is used', () => {
  const silent = new Error('Connection terminated due to connection timeout')
  expect(explainStartError(silent, 'database', true)).toBe('the database does not answer')
})

it('reports that the database is a standby', () => {
  const refused = Object.assign(new Error('accepts no writes'), { code: '25006' })
  expect(explainStartError(refused, 'database')).toBe(
    'the database is a standby or read-only: check DATABASE_URL',
  )
})
