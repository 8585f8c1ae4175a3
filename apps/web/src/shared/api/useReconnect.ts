import { notifyManager, type Query } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { config } from '../../config.ts'
import { ApiError } from './api.ts'
import { queryClient } from './queryClient.ts'

/** Matches the queries of the shown page that got no response. */
const pendingQueries = {
  type: 'active',
  predicate: ({ state }: Query) => state.error instanceof ApiError && state.error.hasNoResponse,
} as const

const subscribe = (listener: () => void) =>
  queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener))
const hasPending = () => queryClient.getQueryCache().findAll(pendingQueries).length > 0

/**
 * While queries of the shown page have no response, calls `probe` after pauses that grow; only on a visible page. Refetches
 * these queries when `respondedAt`, the time of the last response to a probe, changes.
 */
export function useReconnect(probe: () => Promise<void>, respondedAt: number): void {
  const probeCount = useRef(0)
  const isPending = useSyncExternalStore(subscribe, hasPending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response shows that the server can be reached
  useEffect(() => {
    probeCount.current = 0
    void queryClient.refetchQueries(pendingQueries, { cancelRefetch: false })
  }, [respondedAt])
  useEffect(() => {
    if (!isPending) return
    const stop = new AbortController()
    const schedule = () => {
      const pauseMs = config.reconnectPausesMs.at(probeCount.current) ?? config.reconnectPausesMs.at(-1)
      const timer = setTimeout(run, pauseMs)
      stop.signal.onabort = () => clearTimeout(timer)
    }
    const run = async () => {
      if (document.visibilityState === 'visible') {
        probeCount.current += 1
        await probe()
      }
      if (!stop.signal.aborted) schedule()
    }
    schedule()
    return () => stop.abort()
  }, [isPending, probe])
}
