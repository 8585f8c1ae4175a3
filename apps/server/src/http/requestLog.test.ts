import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const logLines: string[] = []
const server = setupServer({ log: { write: (line) => logLines.push(line) } })
const logLinesWith = (message: string) =>
  logLines.map((line) => JSON.parse(line)).filter((line) => line.msg === message)

/** Makes every password check fail with an unforeseen error, whose message may contain input of the caller. */
const breakPasswordChecks = (message: string) => {
  server().services.passwords.matches = async () => {
    throw new Error(message)
  }
}

describe('the request log', () => {
  it('has each response under the id that the caller received', async () => {
    const jwt = await server().signIn(CAROLINA)
    const { headers } = await server().send('getArrears', { student_id: '1' }, { jwt })
    const [line] = logLinesWith('answered').filter(({ reqId }) => reqId === headers['x-request-id'])
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'answered',
      reqId: headers['x-request-id'],
      method: 'GET',
      route: '/arrears',
      status: 200,
      ms: expect.any(Number),
      parent_id: 1,
    })
  })

  it('names the limit that refused a call', async () => {
    for (let failure = 0; failure < 7; failure += 1) await server().login('nadie@example.com', 'mala')
    expect(logLinesWith('answered').at(-1)).toMatchObject({ status: 429, limit: 'login' })
  })

  it('has a caller who disconnected before the response, once', async () => {
    await server().app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((server().app.server.address() as AddressInfo).port, '127.0.0.1')
    const respondedBefore = logLinesWith('answered').length
    await once(socket, 'connect')
    socket.write(`POST ${BASE_PATH}/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`)
    await new Promise<void>((resolve) => {
      server().app.server.once('request', () => resolve())
      socket.write('content-length: 100\r\n\r\n{')
    })
    socket.destroy()
    await expect.poll(() => logLinesWith('caller gone').length, { interval: 5 }).toBe(1)
    expect(logLinesWith('caller gone')[0]).toMatchObject({ route: '/auth/login', reqId: expect.any(String) })
    expect(logLinesWith('answered').length).toBe(respondedBefore)
  })

  it('has the stack of an unexpected error on one line, unlike the response', async () => {
    breakPasswordChecks('mala\r\n{"level":30,"msg":"answered","forged":true}')
    const before = logLines.length
    const response = await server().login(CAROLINA)
    expect([response.statusCode, response.json().message]).toEqual([500, 'Error en el servicio'])
    const failed = logLinesWith('request failed').at(-1)
    expect(failed.reqId).toBe(response.headers['x-request-id'])
    expect(failed.stack.join('\n')).toMatch(/^at .+requestLog\.test\.ts/)
    expect(logLines.slice(before).every((line) => line.trimEnd().split(/[\r\n]/).length === 1)).toBe(true)
    expect(logLinesWith('answered').some((line) => 'forged' in line)).toBe(false)
    expect(logLines.join('')).not.toContain(CAROLINA)
  })
})
