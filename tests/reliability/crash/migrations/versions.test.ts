import { expect, it } from 'vitest'
import { emptyIn } from './versions.ts'

it('a table without a row is one of which nothing could be lost', () => {
  expect(emptyIn({ parents: '40 aa', sessions: '0 bb', mails: '10 cc' })).toEqual(['sessions'])
})
