import { expect, it, vi } from 'vitest'
import { ApiError } from './api.ts'
import { type PageQuery, together } from './pageQuery.ts'

const query = (changes: Partial<PageQuery> = {}): PageQuery => ({
  isPending: false,
  isLoadingError: false,
  error: null,
  dataUpdatedAt: 100,
  refetch: async () => undefined,
  ...changes,
})
const failure = new ApiError('No pudimos', 'http_500')

it('waits for the last of the queries', () => {
  expect(together(query(), query()).isPending).toBe(false)
  expect(together(query(), query({ isPending: true })).isPending).toBe(true)
})

it('is as old as the oldest, leaving out what has not arrived', () => {
  expect(together(query({ dataUpdatedAt: 300 }), query({ dataUpdatedAt: 200 })).dataUpdatedAt).toBe(200)
  expect(together(query({ dataUpdatedAt: 300 }), query({ dataUpdatedAt: 0 })).dataUpdatedAt).toBe(300)
  expect(together(query({ dataUpdatedAt: 0 })).dataUpdatedAt).toBe(0)
})

it('has failed when one has, above all one that has nothing to show', () => {
  const refresh = query({ error: new ApiError('Más tarde', 'http_503') })
  const first = query({ error: failure, isLoadingError: true, failure: 'Error al obtener' })
  expect(together(query(), query())).toMatchObject({ error: null, isLoadingError: false })
  expect(together(query(), refresh)).toMatchObject({ error: refresh.error, isLoadingError: false })
  expect(together(refresh, first)).toMatchObject({
    error: failure,
    isLoadingError: true,
    failure: 'Error al obtener',
  })
})

it('asks for all of them anew', async () => {
  const [one, other] = [vi.fn(async () => 1), vi.fn(async () => 2)]
  await together(query({ refetch: one }), query({ refetch: other })).refetch()
  expect([one, other].map((refetch) => refetch.mock.calls.length)).toEqual([1, 1])
})
