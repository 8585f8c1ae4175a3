import { expect, it } from 'vitest'
import { explain } from './startErrors.ts'

it('says what ails a database of which the driver gives no code', () => {
  const silent = new Error('Connection terminated due to connection timeout')
  expect(explain(silent, 'database')).toBe('the database does not answer: check DATABASE_URL')
  const bare = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(explain(bare, 'database')).toBe('the database wants a password: check DATABASE_URL')
  const wrong = new Error('unsupported startup parameter\nand more')
  expect(explain(wrong, 'database')).toBe('the database: unsupported startup parameter: check DATABASE_URL')
})
