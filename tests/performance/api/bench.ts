import type { ApiBenchmark, BenchmarkSize } from './apiBenchmark.ts'
import type { Call } from './calls.ts'
import { measureSlice, median, medianSlice, type Slice } from './slice.ts'
import { type RecordedCall, runPgbench } from './statements.ts'

/**
 * `pgbench` is the number of transactions per second that pgbench reaches with the statements of the call; undefined
 * for a call without statements.
 */
export type SizeFigures = { students: number; api: Slice; pgbench: number | undefined }
export type CallFigures = {
  bytes: number
  statements: number
  /** The requests per second of the bare server with answers of the same size. */
  hello: number
  /** In ascending order of students. */
  sizes: [SizeFigures, ...SizeFigures[]]
}
type RunLength = { seconds: number; rounds: number }
/** The number of requests before a call is measured; the speed of a call is stable after 5,000 to 15,000 requests. */
const WARM_UP_REQUESTS = 8_000

/** The encodings that a parent's browser accepts. */
const acceptHeader = { 'accept-encoding': 'gzip, deflate, br' }

export function requestsOf(call: Call, { callers, services }: BenchmarkSize) {
  return callers.map((caller) => ({
    path: call.path(caller, services),
    headers:
      call.hasToken === false ? acceptHeader : { ...acceptHeader, authorization: `Bearer ${caller.jwt}` },
  }))
}

type PreparedCall = { size: BenchmarkSize; requests: ReturnType<typeof requestsOf> }

async function recordCall(call: Call, { size, requests }: PreparedCall): Promise<RecordedCall> {
  const [first] = requests
  if (!first) throw new Error('no caller')
  await size.recorder.record(first) // some calls write to the audit log only once a day
  const recorded = await size.recorder.record(first)
  return call.hasDatabase ? recorded : { ...recorded, statements: [] }
}

/** Sends requests before the measurement, so that Node has compiled the code of the call. */
export async function warmUp({ status }: Call, { size, requests }: PreparedCall): Promise<void> {
  for (let answered = 0; answered < WARM_UP_REQUESTS; )
    answered += (await measureSlice(size.api.url, requests, 1, status)).perSecond
}

type MeasuredCall = PreparedCall & { recorded: RecordedCall; apis: Slice[]; pgbenches: number[] }

async function measureOnce(
  { binaries, folder }: ApiBenchmark,
  call: Call,
  measured: MeasuredCall,
  seconds: number,
) {
  const { size, requests, recorded, apis, pgbenches } = measured
  apis.push(await measureSlice(size.api.url, requests, seconds, call.status))
  const database = { binaries, url: size.url, folder }
  if (recorded.statements.length > 0) pgbenches.push(await runPgbench(database, recorded.statements, seconds))
}

const figuresOf = ({ size, apis, pgbenches }: MeasuredCall): SizeFigures => ({
  students: size.students,
  api: medianSlice(apis),
  pgbench: pgbenches.length > 0 ? median(pgbenches) : undefined,
})

/** Measures a call at all sizes in alternating slices; the warm-up is not counted. */
export async function benchCall(
  stage: ApiBenchmark,
  call: Call,
  { seconds, rounds }: RunLength,
): Promise<CallFigures> {
  const all: MeasuredCall[] = []
  for (const size of stage.sizes) {
    const prepared = { size, requests: requestsOf(call, size) }
    all.push({ ...prepared, recorded: await recordCall(call, prepared), apis: [], pgbenches: [] })
  }
  const [first, ...others] = all
  if (!first) throw new Error('no size')
  const { bytes, statements } = first.recorded
  // The same request headers as the API's, so that the ratio does not depend on parsing them.
  const hello = first.requests.map(({ headers }) => ({ path: `/${bytes}`, headers }))
  for (const each of all) await warmUp(call, each)
  const hellos: Slice[] = []
  for (let round = 0; round < rounds; round += 1) {
    hellos.push(await measureSlice(stage.hello, hello, seconds))
    for (const each of all) await measureOnce(stage, call, each, seconds)
  }
  return {
    bytes,
    statements: statements.length,
    hello: medianSlice(hellos).perSecond,
    sizes: [figuresOf(first), ...others.map(figuresOf)],
  }
}
