import type { Query } from '@tanstack/react-query'
import { config } from '../../config.ts'
import { onProfileRefresh, profileRefresh, refreshProfile } from '../session/profile.ts'
import { ApiError } from './api.ts'
import { queryClient } from './queryClient.ts'

const hasNoAnswer = ({ state }: Query) => state.error instanceof ApiError && state.error.hasNoAnswer
const unanswered = { type: 'active', predicate: hasNoAnswer } as const
const hasUnanswered = () =>
  profileRefresh().error?.hasNoAnswer || queryClient.getQueryCache().findAll(unanswered).length > 0

const pauses = config.reconnectPausesMs
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

function schedule() {
  if (timer !== undefined) return
  if (hasUnanswered()) timer = setTimeout(probe, pauses[Math.min(tries, pauses.length - 1)])
  else if (queryClient.isFetching() === 0) tries = 0
}

/** Checks with one call whether the server can be reached, if the page is visible. */
async function probe() {
  timer = undefined
  if (document.visibilityState === 'visible' && hasUnanswered()) {
    tries += 1
    await refreshProfile()
  }
  schedule()
}

/**
 * While the server does not answer, probes it after pauses that grow. Once any profile refresh succeeds, refetches the
 * queries that got no answer. Returns the function that stops this.
 */
export function reconnect(): () => void {
  const stopQueries = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle') schedule()
  })
  const stopProfile = onProfileRefresh(() => {
    if (profileRefresh().error === null) void queryClient.refetchQueries(unanswered, { cancelRefetch: false })
    schedule()
  })
  schedule()
  return () => {
    stopQueries()
    stopProfile()
    clearTimeout(timer)
    timer = undefined
    tries = 0
  }
}
