import type { Query } from '@tanstack/react-query'
import { config } from '../config.ts'
import { ApiError } from './api.ts'
import { queryClient } from './queryClient.ts'
import { onProfileRefresh, profileRefresh, refreshProfile } from './session/profile.ts'

const isCutOff = ({ state }: Query) => state.error instanceof ApiError && state.error.isCutOff
const cutOff = { type: 'active', predicate: isCutOff } as const
const isAnyCutOff = () =>
  profileRefresh().error?.isCutOff || queryClient.getQueryCache().findAll(cutOff).length > 0

const pauses = config.comeBackPausesMs
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined

function comeBack() {
  if (timer !== undefined) return
  if (isAnyCutOff()) timer = setTimeout(knock, pauses[Math.min(tries, pauses.length - 1)])
  else if (queryClient.isFetching() === 0) tries = 0
}

/** One call finds out whether the server is there, while somebody looks at the page. */
async function knock() {
  timer = undefined
  if (document.visibilityState === 'visible' && isAnyCutOff()) {
    tries += 1
    await refreshProfile()
  }
  comeBack()
}

/**
 * While the server is out of reach it is asked now and then; once it is there again, whoever finds that out,
 * what failed on the page is asked for anew. Returns how to stop.
 */
export function watchCutOff(): () => void {
  const stopQueries = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle') comeBack()
  })
  const stopProfile = onProfileRefresh(() => {
    if (profileRefresh().error === null) void queryClient.refetchQueries(cutOff, { cancelRefetch: false })
    comeBack()
  })
  comeBack()
  return () => {
    stopQueries()
    stopProfile()
    clearTimeout(timer)
    timer = undefined
    tries = 0
  }
}
