import type { RequestOf } from '@apoderados/contract/calls/api'
import { useApis } from '../../../shared/api/useApi.ts'

type Request = RequestOf<'getPeriodMarks'>

/** Loads the marks of each period once `areDue` is true, so that subjects that were never opened have them offline. */
export const usePrefetchedMarks = (requests: readonly Request[], areDue: boolean) =>
  useApis('getPeriodMarks', requests, () => areDue)

/** The loaded marks of a period; it sends no call. */
export const useLoadedMarks = (request: Request) => useApis('getPeriodMarks', [request], () => false)[0]
