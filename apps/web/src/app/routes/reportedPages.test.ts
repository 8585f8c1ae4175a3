import { reportedPages } from '@apoderados/contract/clientErrors'
import { expect, it } from 'vitest'
import { isKnownPath } from './routes.tsx'

it('a crash report can name each page of the app, and no other', () => {
  expect(reportedPages.filter((page) => !isKnownPath(page))).toEqual(['other'])
  expect(reportedPages).toHaveLength(13) // the twelve routes of spec §2 and 'other'
})
