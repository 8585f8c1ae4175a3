import { expect, it } from 'vitest'
import { explain } from './startErrors.ts'

it('says of a database that takes a connection and is silent what it says of one that is not there', () => {
  const silent = new Error('Connection terminated due to connection timeout')
  expect(explain(silent, 'database')).toBe('the database does not answer: check DATABASE_URL')
  const wrong = new Error('unsupported startup parameter\nand more')
  expect(explain(wrong, 'database')).toBe('the database: unsupported startup parameter: check DATABASE_URL')
})
