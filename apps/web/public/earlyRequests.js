// Requests the page's first data while the app's code is still loading; shared/api/api.ts takes the responses.
// The build writes the paths of the calls into the script's attributes (build/routePages.ts).
{
  const TIMEOUT_MS = 8_000 // as config.callDeadlineMs
  const KEPT_MS = 5_000 // as config.shortFreshMs
  /** The responses by the authorization and URL of their requests. */
  const responses = new Map()
  globalThis.earlyRequests = {
    hasResponses: () => responses.size > 0,
    take: ({ headers, url }) => {
      const key = `${headers.get('authorization')} ${url}`
      const response = responses.get(key)
      responses.delete(key)
      return response
    },
  }
  const { reads = '', periodRead } = document.currentScript.dataset
  const address = new URLSearchParams(location.search)

  const request = (path, fields, authorization, follow = (response) => response) => {
    const url = `${location.origin}${path}?${new URLSearchParams(fields)}`
    const response = fetch(url, {
      headers: { accept: 'application/json', authorization },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(follow)
    const key = `${authorization} ${url}`
    responses.set(key, response)
    const forget = () => setTimeout(() => responses.delete(key), KEPT_MS)
    response.then(forget, forget)
  }

  // Resolves after the request for the period's averages, so that the app does not send it too.
  const requestPeriod = (student_id, authorization) => async (response) => {
    const periods = response.ok ? await response.clone().json() : []
    const shown = periods.find(({ id }) => String(id) === address.get('periodo')) ?? periods[0]
    const fields = { student_id, establishment_sub_period_id: shown?.id }
    if (shown) request(periodRead, fields, authorization)
    return response
  }

  try {
    const { auth_token, is_authenticated, selected_student: student_id } = localStorage
    // With `alumno` the address selects a student, which only the app can.
    if (is_authenticated === 'true' && auth_token && student_id && !address.has('alumno')) {
      const authorization = `Bearer ${auth_token}`
      const follow = periodRead && requestPeriod(student_id, authorization)
      for (const path of reads.split(' ')) request(path, { student_id }, authorization, follow || undefined)
    }
  } catch {} // without storage there is no session
}
