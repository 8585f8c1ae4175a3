import type { ApiBenchmark, Size } from './apiBenchmark.ts'
import type { Call } from './calls.ts'
import { median, middle, type Slice, slice } from './slice.ts'
import { type Heard, pgbench } from './statements.ts'

/** `pgbench`: transactions of the same statements in a second; undefined for a call that sends none. */
export type SizeFigures = { students: number; api: Slice; pgbench: number | undefined }
export type Figures = {
  bytes: number
  statements: number
  hello: number
  /** The smallest first. */
  sizes: [SizeFigures, ...SizeFigures[]]
}
type Length = { seconds: number; rounds: number }
/** Of a call, before it is measured: it grew no faster after 5,000 to 15,000. */
const WARM_UP_REQUESTS = 8_000

/** As the app's browser sends it. */
const accept = { 'accept-encoding': 'gzip, deflate, br' }

export function requestsOf(call: Call, { askers, services }: Size) {
  return askers.map((asker) => ({
    path: call.path(asker, services),
    headers: call.hasToken === false ? accept : { ...accept, authorization: `Bearer ${asker.jwt}` },
  }))
}

type Prepared = { size: Size; requests: ReturnType<typeof requestsOf> }

async function hear(call: Call, { size, requests }: Prepared): Promise<Heard> {
  const [first] = requests
  if (!first) throw new Error('nobody asks')
  await size.listener.hear(first) // what is noted once a day
  const heard = await size.listener.hear(first)
  return call.hasDatabase ? heard : { ...heard, statements: [] }
}

/** What is compiled while it runs is not what a morning sees. */
export async function warmUp({ status }: Call, { size, requests }: Prepared): Promise<void> {
  for (let answered = 0; answered < WARM_UP_REQUESTS; )
    answered += (await slice(size.api.url, requests, 1, status)).perSecond
}

type Measured = Prepared & { heard: Heard; apis: Slice[]; pgbenches: number[] }

async function measureOnce(
  { binaries, folder }: ApiBenchmark,
  call: Call,
  measured: Measured,
  seconds: number,
) {
  const { size, requests, heard, apis, pgbenches } = measured
  apis.push(await slice(size.api.url, requests, seconds, call.status))
  const place = { binaries, url: size.url, folder }
  if (heard.statements.length > 0) pgbenches.push(await pgbench(place, heard.statements, seconds))
}

const figuresOf = ({ size, apis, pgbenches }: Measured): SizeFigures => ({
  students: size.students,
  api: middle(apis),
  pgbench: pgbenches.length > 0 ? median(pgbenches) : undefined,
})

/** Slices of each in turn, round after round; what warms up is not counted. */
export async function benchCall(
  stage: ApiBenchmark,
  call: Call,
  { seconds, rounds }: Length,
): Promise<Figures> {
  const all: Measured[] = []
  for (const size of stage.sizes) {
    const prepared = { size, requests: requestsOf(call, size) }
    all.push({ ...prepared, heard: await hear(call, prepared), apis: [], pgbenches: [] })
  }
  const [first, ...others] = all
  if (!first) throw new Error('no size')
  const { bytes, statements } = first.heard
  // The same heads to read, so that the share tells what is done for them.
  const hello = first.requests.map(({ headers }) => ({ path: `/${bytes}`, headers }))
  for (const each of all) await warmUp(call, each)
  const hellos: Slice[] = []
  for (let round = 0; round < rounds; round += 1) {
    hellos.push(await slice(stage.hello, hello, seconds))
    for (const each of all) await measureOnce(stage, call, each, seconds)
  }
  return {
    bytes,
    statements: statements.length,
    hello: middle(hellos).perSecond,
    sizes: [figuresOf(first), ...others.map(figuresOf)],
  }
}
