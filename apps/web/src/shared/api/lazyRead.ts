import type { LazyReadCallName, ReadResponseOf, RequestOf } from '@apoderados/contract/calls/api'
import { lazyApi } from '@apoderados/contract/calls/lazyApi'
import { sendRead } from './useApi.ts'

/** Makes a reading call of what is loaded later. Its response is not stored on the device; null if the server lacks it. */
export const sendLazyRead = async <N extends LazyReadCallName>(
  name: N,
  request: RequestOf<N>,
  signal: AbortSignal,
): Promise<ReadResponseOf<N>> => sendRead(name, lazyApi[name], request, signal)
