import { type Query, QueryClient } from '@tanstack/react-query'
import { config } from '../../config.ts'
import { getSession, onSessionChange } from '../session/store.ts'

/** Holds the server's answers while the app is open. Retries and deadlines are in `sendCall`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A time in the future means that the clock was set back since: the answer counts as stale.
      staleTime: ({ state }) => (state.dataUpdatedAt > Date.now() ? -Infinity : config.answerFreshMs),
      retry: false,
      networkMode: 'always', // a call made offline fails at once instead of waiting, so that the page can report it
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
queryClient.mount() // starts listening for focus and connection, as a `QueryClientProvider` would

let session = getSession()
onSessionChange(() => {
  const before = session
  session = getSession()
  if (session.auth_token !== before.auth_token)
    queryClient.clear() // no answer outlives its session (R16)
  else if (studentIdsOf(session) !== studentIdsOf(before))
    queryClient.removeQueries({ predicate: isOfUnlistedStudent })
})

/** Returns the ids as text, to compare: each refresh of the profile replaces the list, mostly by the same students. */
const studentIdsOf = ({ students }: ReturnType<typeof getSession>) => students?.map(({ id }) => id).join()

/** Whether the query is about a student who is not on the parent's list, or about no single student. */
const isOfUnlistedStudent = ({ queryKey: [, request] }: Query): boolean =>
  !session.students?.some(({ id }) => id === (request as { student_id: number }).student_id)
