import { type Query, QueryClient } from '@tanstack/react-query'
import { getSession, onSessionChange } from './session/store.ts'

/**
 * Where the server's answers live while the app is open. `callApi` retries and gives up by itself, and a
 * call made offline fails at once instead of waiting, so that the page can say so.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: true },
  },
})

let { auth_token: token, students } = getSession()
onSessionChange(() => {
  const before = { token, students }
  ;({ auth_token: token, students } = getSession())
  if (token !== before.token)
    queryClient.clear() // no answer outlives its session (R16)
  else if (students !== before.students) queryClient.removeQueries({ predicate: isOfNobody })
})

/** About a student whom the parent may not see any more. */
const isOfNobody = ({ queryKey: [, request] }: Query): boolean =>
  !students?.some(({ id }) => id === (request as { student_id: number }).student_id)
