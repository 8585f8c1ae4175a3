import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { policies } from '@apoderados/contract/calls/policy'
import { limits } from '@apoderados/server/config'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { openConnection, type RawResponse } from './connection.ts'
import type { LoadSchool } from './loadSchool.ts'
import { residentMb } from './loadTable.ts'
import type { LoadTarget } from './overload.ts'

const CONCURRENT_CALLS = 30
const RSS_GROWTH_MAX_MB = 60
const PIPELINED_CALLS = 100

type HostileRequest = { name: string; text: string; statuses: number[] }

const requestHead = (method: string, path: string, fields: string[]) =>
  [`${method} ${BASE_PATH}${path} HTTP/1.1`, 'Host: x', ...fields, '', ''].join('\r\n')

const loginRequest = (body: string, ...fields: string[]) =>
  requestHead('POST', '/auth/login', [
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
    ...fields,
  ]) + body

function createHostileRequests(jwt: string, student_id: number): HostileRequest[] {
  const bearer = `Authorization: Bearer ${jwt}`
  const range = (end: string) =>
    requestHead(
      'GET',
      `/diaries/count_events?student_id=${student_id}&date_start=01/01/2026&date_end=${end}`,
      [bearer],
    )
  const big = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(40_000) })
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  const bomb = gzipSync(Buffer.alloc(10_000_000))
    .toString('latin1')
    .slice(0, limits.bodyBytes - 1_000)
  const manyFields = Array.from({ length: 400 }, (_, index) => `X-Field-${index}: ${'x'.repeat(60)}`)
  return [
    { name: 'a body of 40 KB', text: loginRequest(big), statuses: [413] },
    {
      name: 'a body in chunks without end',
      text:
        requestHead('POST', '/auth/login', ['Content-Type: application/json', 'Transfer-Encoding: chunked']) +
        chunk.repeat(8),
      statuses: [413],
    },
    {
      name: 'JSON of 7,000 levels',
      text: loginRequest('['.repeat(7_000) + ']'.repeat(7_000)),
      statuses: [400],
    },
    { name: 'a compressed bomb', text: loginRequest(bomb, 'Content-Encoding: gzip'), statuses: [415] },
    {
      name: '400 header fields',
      text: requestHead('GET', '/auth/profile', manyFields),
      statuses: [400, 431],
    },
    {
      name: 'a URL of 5 KB',
      text: requestHead('GET', `/arrears?student_id=${'1'.repeat(5_000)}`, [bearer]),
      statuses: [414],
    },
    { name: 'a whole year', text: range('31/12/2026'), statuses: [200] },
    { name: 'a day more than a year', text: range('02/01/2027'), statuses: [400] },
  ]
}

const sendAlone = (port: number, text: string) =>
  new Promise<RawResponse>((resolve) => {
    const connection = openConnection(port)
    connection.send(text, (answer) => {
      connection.destroy()
      resolve(answer)
    })
  })

/**
 * Sends all calls at once on one connection and counts the answers 200 and 503: the server may refuse those beyond its
 * limit of concurrent calls.
 */
async function countPipelinedAnswers(port: number, text: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.setEncoding('latin1').setTimeout(10_000, () => socket.destroy())
  socket.write(text.repeat(PIPELINED_CALLS))
  let output = ''
  for await (const chunk of socket) {
    output += chunk
    if (output.split('HTTP/1.1 ').length > PIPELINED_CALLS) break
  }
  return output.split(/HTTP\/1\.1 (?:200|503)/).length - 1
}

/**
 * Sends each hostile request many times at once (abuse 17 of docs/security.md). Each must get one of its `statuses`
 * (R21, R24), and the server's memory must grow by less than RSS_GROWTH_MAX_MB.
 */
export async function checkHostileRequests({ api }: LoadTarget, { families }: LoadSchool): Promise<Verdict> {
  const { jwt, student_id } = families[0] as LoadSchool['families'][number]
  const before = residentMb(api)
  const faults: string[] = []
  for (const { name, text, statuses } of createHostileRequests(jwt, student_id)) {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENT_CALLS }, () => sendAlone(api.port, text)),
    )
    const unexpected = answers.filter(({ status }) => !statuses.includes(status))
    if (unexpected.length > 0)
      faults.push(`${name}: ${unexpected.map(({ status, code }) => status || code).join(' ')}`)
  }
  const answered = await countPipelinedAnswers(
    api.port,
    requestHead('GET', '/auth/profile', [`Authorization: Bearer ${jwt}`]),
  )
  if (answered !== PIPELINED_CALLS) faults.push(`of ${PIPELINED_CALLS} pipelined calls ${answered} answered`)
  const growth = residentMb(api) - before
  return {
    isGood: faults.length === 0 && growth < RSS_GROWTH_MAX_MB && api.isAlive(),
    summary: `${createHostileRequests('', 1).length} kinds × ${CONCURRENT_CALLS} and ${PIPELINED_CALLS} pipelined calls, memory grew ${growth.toFixed(0)} MB; not as promised: ${faults.join('; ') || 'none'}`,
  }
}

/**
 * The number of calls that the trial sends beyond the hourly limit. Earlier trials may have used up to as many of the
 * parent's calls in the same hour, so that fewer than the limit succeed.
 */
const CALLS_BEYOND_LIMIT = 50

/** Checks that two sessions of one parent share the hourly limit of class lists (abuse 3 of docs/security.md). */
export async function harvestClassmates({ api }: LoadTarget, { families }: LoadSchool): Promise<Verdict> {
  const [first, second] = families as [LoadSchool['families'][number], LoadSchool['families'][number]]
  const [{ max: limit }] = policies.getClassmates.hourlyLimits
  const statuses = new Map<number, number>()
  const all = limit + CALLS_BEYOND_LIMIT
  for (let sent = 0; sent < all; sent += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sendAlone(
          api.port,
          requestHead('GET', `/courses/classmates?student_id=${first.student_id}`, [
            `Authorization: Bearer ${(index % 2 ? first : second).jwt}`,
          ]),
        ),
      ),
    )
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const accepted = statuses.get(200) ?? 0
  return {
    isGood:
      accepted <= limit &&
      accepted > limit - CALLS_BEYOND_LIMIT &&
      accepted + (statuses.get(429) ?? 0) === all,
    summary: `${all} class lists asked for by one parent: ${[...statuses].map(([status, times]) => `${status} × ${times}`).join(', ')}`,
  }
}
