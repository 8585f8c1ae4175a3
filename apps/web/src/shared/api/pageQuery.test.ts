import { expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { combineQueries, type PageQuery } from './pageQuery.ts'

const settledQuery = (changes: Partial<PageQuery> = {}): PageQuery => ({
  isPending: false,
  isLoadingError: false,
  error: null,
  dataUpdatedAt: 100,
  refetch: async () => undefined,
  ...changes,
})
const loadError = new ApiError('No pudimos', 'http_500')

it('is pending until the last query has settled', () => {
  expect(combineQueries(settledQuery(), settledQuery()).isPending).toBe(false)
  expect(combineQueries(settledQuery(), settledQuery({ isPending: true })).isPending).toBe(true)
})

it('is as old as the oldest query that has arrived', () => {
  expect(
    combineQueries(settledQuery({ dataUpdatedAt: 300 }), settledQuery({ dataUpdatedAt: 200 })).dataUpdatedAt,
  ).toBe(200)
  expect(
    combineQueries(settledQuery({ dataUpdatedAt: 300 }), settledQuery({ dataUpdatedAt: 0 })).dataUpdatedAt,
  ).toBe(300)
  expect(combineQueries(settledQuery({ dataUpdatedAt: 0 })).dataUpdatedAt).toBe(0)
})

it('has failed when one query has, first of all one without data', () => {
  const refresh = settledQuery({ error: new ApiError('Más tarde', 'http_503') })
  const first = settledQuery({ error: loadError, isLoadingError: true, failure: 'Error al obtener' })
  expect(combineQueries(settledQuery(), settledQuery())).toMatchObject({ error: null, isLoadingError: false })
  expect(combineQueries(settledQuery(), refresh)).toMatchObject({
    error: refresh.error,
    isLoadingError: false,
  })
  expect(combineQueries(refresh, first)).toMatchObject({
    error: loadError,
    isLoadingError: true,
    failure: 'Error al obtener',
  })
})

it('refetches all queries', async () => {
  const [one, other] = [vi.fn(async () => 1), vi.fn(async () => 2)]
  await combineQueries(settledQuery({ refetch: one }), settledQuery({ refetch: other })).refetch()
  expect([one, other].map((refetch) => refetch.mock.calls.length)).toEqual([1, 1])
})
