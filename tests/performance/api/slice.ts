import autocannon, { type Request } from 'autocannon'

export const CONNECTIONS = 32

export type Slice = { perSecond: number; p50: number; p99: number }

/** So many seconds of load; each connection asks its own share of the requests, over and over. */
export async function slice(url: string, requests: Request[], seconds: number, status = 200): Promise<Slice> {
  const share = Math.ceil(requests.length / CONNECTIONS)
  let taken = 0
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const own = requests.slice(taken % requests.length, (taken % requests.length) + share)
      taken += share
      client.setRequests(own.map((request) => ({ ...request })))
    },
  })
  const good = result.statusCodeStats[status]?.count ?? 0
  const all = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  if (result.errors > 0 || good < all)
    throw new Error(
      `${url}${requests[0]?.path}: ${result.errors} errors, ${JSON.stringify(result.statusCodeStats)}`,
    )
  return { perSecond: good / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** 0 of none. */
export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Of alternating slices the middle one: a machine that stumbles once decides nothing. */
export const middle = (slices: Slice[]): Slice => ({
  perSecond: median(slices.map(({ perSecond }) => perSecond)),
  p50: median(slices.map(({ p50 }) => p50)),
  p99: median(slices.map(({ p99 }) => p99)),
})
