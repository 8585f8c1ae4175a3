import type { ApiError } from './api.ts'

/** The state of a query that a page needs. `dataUpdatedAt`, the time of its data, is in epoch ms, or 0 if unknown. */
export type PageQuery = {
  isPending: boolean
  /** Whether the query failed and there is no earlier data. */
  isLoadingError: boolean
  error: ApiError | null
  dataUpdatedAt: number
  /** The text for a failure without a message of the server. */
  failure?: string
  refetch: () => Promise<unknown>
}

/** Combines a page's queries into one: pending or failed if one of them is, and with the time of the oldest data. */
export function combineQueries(...queries: PageQuery[]): PageQuery {
  const failed = queries.find((query) => query.isLoadingError) ?? queries.find((query) => query.error)
  const times = queries.map((query) => query.dataUpdatedAt).filter((time) => time > 0)
  return {
    isPending: queries.some((query) => query.isPending),
    isLoadingError: failed?.isLoadingError ?? false,
    error: failed?.error ?? null,
    ...(failed?.failure && { failure: failed.failure }),
    dataUpdatedAt: times.length > 0 ? Math.min(...times) : 0,
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  }
}
