import type { RequestOf } from '@apoderados/contract/api'
import { useApis } from '../../../shared/api/useApi.ts'

type Request = RequestOf<'getPeriodMarks'>

/** Loads the marks of each period once they are due. The device keeps them, also of subjects that are never opened. */
export const usePrefetchedMarks = (requests: readonly Request[], areDue: boolean) =>
  useApis('getPeriodMarks', requests, () => areDue)

/** The marks of a period as far as they are loaded; it sends no call. */
export const useLoadedMarks = (request: Request) => useApis('getPeriodMarks', [request], () => false)[0]
