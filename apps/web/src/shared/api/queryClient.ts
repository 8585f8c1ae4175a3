import type { RequestOf, ResponseOf } from '@apoderados/contract/calls/api'
import { type Query, QueryClient } from '@tanstack/react-query'
import { config } from '../../config.ts'
import { type getSession, onSessionChange } from '../session/store.ts'

/** False just after a failure: another part of the page that mounts then shows it instead of requesting again. */
const isDueOnMount = ({ state }: Query) =>
  state.status !== 'error' || Math.abs(Date.now() - state.errorUpdatedAt) > config.shortFreshMs

/** Whether these are the averages of the running period: the last sub-period that has an average. */
function areOfRunningPeriod({ queryKey: [name, request] }: Query): boolean {
  if (name !== 'getPeriodQualifications') return false
  const { student_id, establishment_sub_period_id } = request as RequestOf<'getPeriodQualifications'>
  const periods = queryClient.getQueryData<ResponseOf<'getSubPeriods'>>(['getSubPeriods', { student_id }])
  const averageOf = ({ id }: { id: number }) =>
    queryClient.getQueryData<ResponseOf<'getPeriodQualifications'>>([
      name,
      { student_id, establishment_sub_period_id: id },
    ])?.average
  return periods?.findLast((period) => averageOf(period) != null)?.id === establishment_sub_period_id
}

/** How long a response counts as fresh. A time in the future means that the clock was set back since: it is stale. */
function freshMsOf(query: Query): number {
  if (query.state.dataUpdatedAt > Date.now()) return -Infinity
  return areOfRunningPeriod(query) ? config.shortFreshMs : config.responseFreshMs
}

/** Holds the server's responses while the app is open. Retries and deadlines are in `sendCall`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMsOf as (query: unknown) => number,
      retry: false,
      retryOnMount: isDueOnMount,
      refetchOnMount: isDueOnMount,
      networkMode: 'always', // a call made offline fails at once instead of waiting, so that the page can report it
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
  },
})
queryClient.mount() // starts listening for focus and connection, as a `QueryClientProvider` would

/** The additions to the specification that the server answered with 404: it lacks them, so they are not sent again. */
export const missingCalls = new Set<string>()

onSessionChange((session, before) => {
  const isListed = (id: number) => session.students?.some((student) => student.id === id) ?? false
  const isOfUnlisted = ({ queryKey: [name, request] }: Query) =>
    name !== 'getProfile' && !isListed((request as { student_id: number }).student_id)
  const isSameSession = session.auth_token === before.auth_token
  if (isSameSession && idsOf(session) === idsOf(before)) return
  missingCalls.clear() // a 404 may also have been about a student who has left the list
  if (isSameSession) queryClient.removeQueries({ predicate: isOfUnlisted })
  else queryClient.clear() // no response outlives its session (R16)
})

/** Returns the ids as text, to compare: each refresh of the profile replaces the list, mostly by the same students. */
const idsOf = ({ students }: ReturnType<typeof getSession>) => students?.map(({ id }) => id).join()
