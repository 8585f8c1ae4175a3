import { BASE_PATH } from '@apoderados/contract/calls/call'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer()

describe('student ids', () => {
  it.each(['0', '-1', '1.0', '01', '+1', '1e3', '9007199254740993', '٣', ' 1', '', 'null'])(
    'cannot be %j',
    async (student_id) => {
      const jwt = await server().signIn(CAROLINA)
      const response = await server().send('getArrears', { student_id }, { jwt })
      expect(response.statusCode).toBe(400)
    },
  )

  it('are required', async () => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send('getArrears', {}, { jwt })
    expect([response.statusCode, response.json().message]).toEqual([400, 'Falta un identificador'])
  })

  it('cannot be repeated, whichever is first', async () => {
    const jwt = await server().signIn(CAROLINA)
    for (const query of ['student_id=1&student_id=2', 'student_id=2&student_id=1', 'student_id[]=1']) {
      const response = await server().send('getArrears', {}, { jwt, url: `${BASE_PATH}/arrears?${query}` })
      expect(response.statusCode).toBe(400)
    }
  })
})

describe('days in a query', () => {
  it.each([
    '31/02/2026',
    '29/02/2023',
    '1/1/2026',
    '01/13/2026',
    '00/01/2026',
    '01/01/1999',
    '01/01/2101',
    '2026-01-01',
    '٠١/٠١/٢٠٢٦',
    ' 01/01/2026',
  ])('cannot be %j', async (date) => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send('getDiaryEvents', { student_id: '1', date }, { jwt })
    expect(response.statusCode).toBe(400)
    expect(response.json().message).toBe('Fecha inválida')
  })

  it.each([
    ['02/08/2026', '01/08/2026', 'La fecha de inicio es posterior a la de término'],
    ['01/01/2026', '02/01/2027', 'El rango de fechas supera los 366 días'],
    ['31/02/2026', '31/03/2026', 'Fecha inválida'],
    ['01/01/2026', '1/1/2026', 'Fecha inválida'],
  ])('cannot range from %s to %s', async (date_start, date_end, message) => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send(
      'countDiaryEvents',
      { student_id: '1', date_start, date_end },
      { jwt },
    )
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })

  it.each([
    ['01/01/2028', '31/12/2028'],
    ['17/08/2026', '17/08/2026'],
    ['01/01/2000', '31/12/2000'],
    ['31/12/2100', '31/12/2100'],
  ])('may range from %s to %s', async (date_start, date_end) => {
    const jwt = await server().signIn(CAROLINA)
    const response = await server().send(
      'countDiaryEvents',
      { student_id: '1', date_start, date_end },
      { jwt },
    )
    expect(response.statusCode).toBe(200)
  })
})

describe('an invalid request', () => {
  it('is answered with the first wrong field in the order of the specification', async () => {
    const response = await server().send('login', { other: 1 })
    expect(response.json().message).toBe('El correo electrónico es requerido')
    const second = await server().send('login', { email: CAROLINA, other: 1 })
    expect(second.json().message).toBe('La contraseña es requerida')
  })

  it.each([
    [
      'a body that is not JSON',
      { payload: '{"email":', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a body with __proto__',
      { payload: '{"__proto__":{}}', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'another content type',
      { payload: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
    [
      'a compressed body',
      { payload: 'x', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      415,
    ],
    ['a body over 16 KiB', { payload: { email: 'a'.repeat(17_000) } }, 413],
    ['NUL in a text', { payload: { email: CAROLINA, password: 'a\0b' } }, 400],
    [
      'a lone surrogate',
      { payload: '{"email":"a@b.cl","password":"\\ud800"}', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['a deeply nested body', { payload: { email: [[[[[['x']]]]]] } }, 400],
    ['a list', { payload: [1] }, 400],
    ['a missing body', {}, 400],
    ['null', { payload: 'null', headers: { 'content-type': 'application/json' } }, 400],
  ])('with %s is refused', async (_, options, status) => {
    const response = await server().send('login', {}, options)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/^(La|El|Ingresa) /) })
  })

  it.each([
    ['a body with __proto__', '"__proto__":{}'],
    ['a deeply nested body', `"nest":${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['an unknown field', '"admin":true'],
  ])('with %s is refused in a sign-in', async (_, field) => {
    const right = `"email":"${CAROLINA}","password":"demo1234"`
    const send = (payload: string) =>
      server().send('login', {}, { payload, headers: { 'content-type': 'application/json' } })
    expect((await send(`{${right}}`)).statusCode).toBe(200)
    const response = await send(`{${right},${field}}`)
    expect([response.statusCode, response.json().success]).toEqual([400, false])
  })

  it('is refused for malformed JSON, then a missing session, then its fields, and for an unknown path first', async () => {
    const broken = { payload: '{', headers: { 'content-type': 'application/json' } }
    expect((await server().send('changePassword', {}, broken)).statusCode).toBe(400)
    expect((await server().send('changePassword', { current_password: 'a\0b' })).statusCode).toBe(401)
    const compressed = { 'content-encoding': 'gzip' }
    const unknown = await server().app.inject({
      method: 'POST',
      url: `${BASE_PATH}/nada`,
      headers: compressed,
    })
    expect(unknown.statusCode).toBe(404)
  })

  it('is refused for an unknown path or a wrong method before an invalid body', async () => {
    const bodies = [
      { payload: { email: 'a'.repeat(17_000) } },
      { payload: 'x', headers: { 'content-type': 'no/such/type' } },
      { payload: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]
    for (const body of bodies) {
      const send = (path: string) => server().app.inject({ method: 'POST', url: BASE_PATH + path, ...body })
      expect((await send('/nada')).statusCode).toBe(404)
      expect((await send('/arrears')).statusCode).toBe(405)
    }
  })

  it('is one with a URL over 2 KiB', async () => {
    const response = await server().app.inject({ url: `${BASE_PATH}/arrears?student_id=${'1'.repeat(3000)}` })
    expect(response.statusCode).toBe(414)
  })

  it('is not a DELETE with a JSON content type and no body', async () => {
    const response = await server().send('logout', {}, { headers: { 'content-type': 'application/json' } })
    expect(response.statusCode).toBe(200)
  })

  it('gets 404 for an unknown path, and 405 for a known one with another method', async () => {
    const unknown = await server().app.inject({ url: `${BASE_PATH}/nada` })
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'No encontrado'])
    for (const method of ['PUT', 'PATCH', 'HEAD', 'TRACE', 'POST'] as const) {
      const wrong = await server().app.inject({ method, url: `${BASE_PATH}/arrears` })
      expect([wrong.statusCode, wrong.headers.allow], method).toEqual([405, 'GET'])
    }
  })

  it('gets 400 for malformed escapes', async () => {
    const response = await server().app.inject({ url: `${BASE_PATH}/photos/%E0%A4` })
    expect(response.statusCode).toBe(400)
    expect(response.json().success).toBe(false)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    })
  })

  it.each(['/qualifications/period_qualifications', '/qualifications/period_qualifications/'])(
    'to the known path %s reaches its call',
    async (path) => {
      const jwt = await server().signIn(CAROLINA)
      const response = await server().send('getProfile', {}, { jwt, url: `${BASE_PATH}${path}?student_id=1` })
      expect([response.statusCode, response.json().message]).toEqual([400, 'Falta un identificador'])
    },
  )
})
