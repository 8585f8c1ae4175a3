import { expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { combineQueries, type PageQuery } from './pageQuery.ts'

const query = (changes: Partial<PageQuery> = {}): PageQuery => ({
  isPending: false,
  isLoadingError: false,
  error: null,
  dataUpdatedAt: 100,
  refetch: async () => undefined,
  ...changes,
})
const failure = new ApiError('No pudimos', 'http_500')

it('is pending until the last query has settled', () => {
  expect(combineQueries(query(), query()).isPending).toBe(false)
  expect(combineQueries(query(), query({ isPending: true })).isPending).toBe(true)
})

it('is as old as the oldest query that has arrived', () => {
  expect(combineQueries(query({ dataUpdatedAt: 300 }), query({ dataUpdatedAt: 200 })).dataUpdatedAt).toBe(200)
  expect(combineQueries(query({ dataUpdatedAt: 300 }), query({ dataUpdatedAt: 0 })).dataUpdatedAt).toBe(300)
  expect(combineQueries(query({ dataUpdatedAt: 0 })).dataUpdatedAt).toBe(0)
})

it('has failed when one query has, first of all one without data', () => {
  const refresh = query({ error: new ApiError('Más tarde', 'http_503') })
  const first = query({ error: failure, isLoadingError: true, failure: 'Error al obtener' })
  expect(combineQueries(query(), query())).toMatchObject({ error: null, isLoadingError: false })
  expect(combineQueries(query(), refresh)).toMatchObject({ error: refresh.error, isLoadingError: false })
  expect(combineQueries(refresh, first)).toMatchObject({
    error: failure,
    isLoadingError: true,
    failure: 'Error al obtener',
  })
})

it('refetches all queries', async () => {
  const [one, other] = [vi.fn(async () => 1), vi.fn(async () => 2)]
  await combineQueries(query({ refetch: one }), query({ refetch: other })).refetch()
  expect([one, other].map((refetch) => refetch.mock.calls.length)).toEqual([1, 1])
})
