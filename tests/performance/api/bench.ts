import type { ApiBenchmark, Size } from './apiBenchmark.ts'
import type { Call } from './calls.ts'
import { median, medianSlice, type Slice, slice } from './slice.ts'
import { pgbench, type RecordedCall } from './statements.ts'

/**
 * `pgbench` is the rate of transactions per second with the same statements; undefined for a call without
 * statements.
 */
export type SizeFigures = { students: number; api: Slice; pgbench: number | undefined }
export type Figures = {
  bytes: number
  statements: number
  hello: number
  /** In ascending order of students. */
  sizes: [SizeFigures, ...SizeFigures[]]
}
type Length = { seconds: number; rounds: number }
/** Requests before a call is measured; its speed is stable after 5,000 to 15,000. */
const WARM_UP_REQUESTS = 8_000

/** The header of the app's browser. */
const accept = { 'accept-encoding': 'gzip, deflate, br' }

export function requestsOf(call: Call, { callers, services }: Size) {
  return callers.map((caller) => ({
    path: call.path(caller, services),
    headers: call.hasToken === false ? accept : { ...accept, authorization: `Bearer ${caller.jwt}` },
  }))
}

type Prepared = { size: Size; requests: ReturnType<typeof requestsOf> }

async function record(call: Call, { size, requests }: Prepared): Promise<RecordedCall> {
  const [first] = requests
  if (!first) throw new Error('no caller')
  await size.recorder.record(first) // the first call also writes the audit row of the day
  const recorded = await size.recorder.record(first)
  return call.hasDatabase ? recorded : { ...recorded, statements: [] }
}

/** Sends requests before the measurement, so that code is compiled. */
export async function warmUp({ status }: Call, { size, requests }: Prepared): Promise<void> {
  for (let answered = 0; answered < WARM_UP_REQUESTS; )
    answered += (await slice(size.api.url, requests, 1, status)).perSecond
}

type Measured = Prepared & { recorded: RecordedCall; apis: Slice[]; pgbenches: number[] }

async function measureOnce(
  { binaries, folder }: ApiBenchmark,
  call: Call,
  measured: Measured,
  seconds: number,
) {
  const { size, requests, recorded, apis, pgbenches } = measured
  apis.push(await slice(size.api.url, requests, seconds, call.status))
  const database = { binaries, url: size.url, folder }
  if (recorded.statements.length > 0) pgbenches.push(await pgbench(database, recorded.statements, seconds))
}

const figuresOf = ({ size, apis, pgbenches }: Measured): SizeFigures => ({
  students: size.students,
  api: medianSlice(apis),
  pgbench: pgbenches.length > 0 ? median(pgbenches) : undefined,
})

/** Measures a call at all sizes in alternating slices; the warm-up is not counted. */
export async function benchCall(
  stage: ApiBenchmark,
  call: Call,
  { seconds, rounds }: Length,
): Promise<Figures> {
  const all: Measured[] = []
  for (const size of stage.sizes) {
    const prepared = { size, requests: requestsOf(call, size) }
    all.push({ ...prepared, recorded: await record(call, prepared), apis: [], pgbenches: [] })
  }
  const [first, ...others] = all
  if (!first) throw new Error('no size')
  const { bytes, statements } = first.recorded
  // The same request headers as the API's, so that the ratio does not depend on parsing them.
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
    hello: medianSlice(hellos).perSecond,
    sizes: [figuresOf(first), ...others.map(figuresOf)],
  }
}
