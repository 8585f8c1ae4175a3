import { expect, it } from 'vitest'
import { emptyTables } from './templateDatabases.ts'

it('a table without rows is listed, because it could not show a loss', () => {
  expect(emptyTables({ parents: '40 aa', sessions: '0 bb', mails: '10 cc' })).toEqual(['sessions'])
})
