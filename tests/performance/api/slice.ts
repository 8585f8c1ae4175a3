import autocannon, { type Request } from 'autocannon'

const LOAD_CONNECTIONS = 32

/** The requests per second and the latencies in ms of one short measurement. */
export type Slice = { perSecond: number; p50: number; p99: number }

/**
 * Sends requests for `seconds`; each connection repeats its share of `requests`. @throws for a status other than 200
 */
export async function measureSlice(url: string, requests: Request[], seconds: number): Promise<Slice> {
  const share = Math.ceil(requests.length / LOAD_CONNECTIONS)
  let assigned = 0
  const result = await autocannon({
    url,
    connections: LOAD_CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const ownRequests = requests.slice(assigned % requests.length, (assigned % requests.length) + share)
      assigned += share
      client.setRequests(ownRequests.map((request) => ({ ...request })))
    },
  })
  const good = result.statusCodeStats[200]?.count ?? 0
  const all = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  if (result.errors > 0 || good < all)
    throw new Error(
      `${url}${requests[0]?.path}: ${result.errors} errors, ${JSON.stringify(result.statusCodeStats)}`,
    )
  return { perSecond: good / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Returns the median; 0 without numbers. */
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the median of each figure, so that a disturbance of one slice does not count. */
export const medianSlice = (slices: Slice[]): Slice => ({
  perSecond: median(slices.map(({ perSecond }) => perSecond)),
  p50: median(slices.map(({ p50 }) => p50)),
  p99: median(slices.map(({ p99 }) => p99)),
})
