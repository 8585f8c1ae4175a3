import { QueryClient } from '@tanstack/react-query'
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

let token = getSession().auth_token
onSessionChange(() => {
  if (token === getSession().auth_token) return
  token = getSession().auth_token
  queryClient.clear() // no answer outlives its session (R16)
})
