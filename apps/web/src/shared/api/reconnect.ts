import type { Query } from '@tanstack/react-query'
import { config } from '../../config.ts'
import { onProfileRefresh, profileRefresh, refreshProfile } from '../session/profile.ts'
import { ApiError } from './api.ts'
import { queryClient } from './queryClient.ts'

const isUnanswered = ({ state }: Query) => state.error instanceof ApiError && state.error.hasNoAnswer
/** Matches the queries of the shown page that got no answer. */
const unansweredQueries = { type: 'active', predicate: isUnanswered } as const
const hasUnansweredQuery = () =>
  profileRefresh().error?.hasNoAnswer || queryClient.getQueryCache().findAll(unansweredQueries).length > 0

const pausesMs = config.reconnectPausesMs
/** The number of probes since the server answered last. */
let probeCount = 0
let probeTimer: ReturnType<typeof setTimeout> | undefined

function scheduleProbe() {
  if (probeTimer !== undefined) return
  if (hasUnansweredQuery())
    probeTimer = setTimeout(probe, pausesMs[Math.min(probeCount, pausesMs.length - 1)])
  else if (queryClient.isFetching() === 0) probeCount = 0
}

/** Checks with one call, the refresh of the profile, whether the server can be reached; only on a visible page. */
async function probe() {
  probeTimer = undefined
  if (document.visibilityState === 'visible' && hasUnansweredQuery()) {
    probeCount += 1
    await refreshProfile()
  }
  scheduleProbe()
}

/**
 * While the server does not answer, refreshes the profile after pauses that grow. When any refresh of the profile
 * succeeds, refetches the shown page's queries that got no answer. Returns the function that stops this.
 */
export function reconnect(): () => void {
  const stopQueries = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle') scheduleProbe()
  })
  const stopProfile = onProfileRefresh(() => {
    if (profileRefresh().error === null)
      void queryClient.refetchQueries(unansweredQueries, { cancelRefetch: false })
    scheduleProbe()
  })
  scheduleProbe()
  return () => {
    stopQueries()
    stopProfile()
    clearTimeout(probeTimer)
    probeTimer = undefined
    probeCount = 0
  }
}
