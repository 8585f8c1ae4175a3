import { type Query, QueryClient } from '@tanstack/react-query'
import { config } from '../../config.ts'
import { getSession, onSessionChange } from '../session/store.ts'

/**
 * Where the server's answers live while the app is open. `callApi` retries and gives up by itself, and a
 * call made offline fails at once instead of waiting, so that the page can say so.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // From the future, by a clock set back since: not fresh until then.
      staleTime: ({ state }) => (state.dataUpdatedAt > Date.now() ? -Infinity : config.answerFreshMs),
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
queryClient.mount() // without a provider, what listens to the app's return to the screen

let session = getSession()
onSessionChange(() => {
  const before = session
  session = getSession()
  if (session.auth_token !== before.auth_token)
    queryClient.clear() // no answer outlives its session (R16)
  else if (session.students !== before.students) queryClient.removeQueries({ predicate: isOfNobody })
})

/** About a student whom the parent may not see any more. */
const isOfNobody = ({ queryKey: [, request] }: Query): boolean =>
  !session.students?.some(({ id }) => id === (request as { student_id: number }).student_id)
