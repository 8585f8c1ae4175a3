import type { ApiError } from './api.ts'

/** What a page needs to know of its query. `dataUpdatedAt` in epoch ms, 0 when unknown. */
export type PageQuery = {
  isPending: boolean
  /** It failed and there is nothing from before. */
  isLoadingError: boolean
  error: ApiError | null
  dataUpdatedAt: number
  /** What to say of a failure without a message of its own. */
  failure?: string
  refetch: () => Promise<unknown>
}

/** Combines a page's queries into one: as old as the oldest, failed when one has failed. */
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
