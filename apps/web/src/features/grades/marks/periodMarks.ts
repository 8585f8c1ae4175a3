import type { RequestOf } from '@apoderados/contract/calls/api'
import { useApis } from '../../../shared/api/useApi.ts'

type Request = RequestOf<'getPeriodMarks'>

/** Loads and stores the marks of each period once they are due, including those of subjects that are never opened. */
export const usePrefetchedMarks = (requests: readonly Request[], areDue: boolean) =>
  useApis('getPeriodMarks', requests, () => areDue)

/** The loaded marks of a period; it sends no call. */
export const useLoadedMarks = (request: Request) => useApis('getPeriodMarks', [request], () => false)[0]
