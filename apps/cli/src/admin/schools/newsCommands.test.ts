import { newsSettings } from '@apoderados/core/db/tables/news'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'

const server = setupServer()
const operate = setupOperator(server)
let establishment_id: number
const RBD = '9283-5'
const setNews = (...args: string[]) => operate(['news', 'set', RBD, ...args])
const readSettings = () =>
  server().db.select().from(newsSettings).where(eq(newsSettings.establishment_id, establishment_id))

beforeEach(async () => {
  await server().db.execute(`update establishments set rbd = 'x' || id where rbd = '${RBD}'`)
  ;({ establishment_id } = await createTestSchool(server(), { rbd: RBD }))
})

describe('the time at which a school’s news are published', () => {
  it.each([
    ['ahora', { timing: 'at_once', hours: null, at_time: null }, 'ahora'],
    ['nunca', { timing: 'never', hours: null, at_time: null }, 'nunca'],
    ['18:30', { timing: 'at_time', hours: null, at_time: '18:30:00' }, 'a las 18:30'],
    ['24h', { timing: 'after_hours', hours: 24, at_time: null }, 'tras 24 h'],
  ])('can be set to %s', async (typed, stored, text) => {
    await setNews('observaciones', '12h')
    expect(await setNews('observaciones', typed)).toEqual({
      code: 0,
      errors: '',
      output: `Desde la próxima importación se avisa de observaciones: ${text}.`,
    })
    expect(await readSettings()).toEqual([{ establishment_id, kind: 'observation', since: null, ...stored }])
    expect(await lastAuditLine(server())).toMatchObject({ establishment_id, detail: { command: 'news set' } })
  })

  it.each(['24:00', '0h', '169h', 'mañana', '8:00'])('cannot be set to %s', async (typed) => {
    const { code, errors } = await setNews('notas', typed)
    expect([code, errors]).toEqual([
      1,
      'Se escribe ahora, nunca, una hora como 18:00 o una espera como 24h, hasta 168h.',
    ])
    expect(await readSettings()).toEqual([])
  })

  it('is set for a known kind of news', async () => {
    expect((await setNews('almuerzos', 'ahora')).errors).toBe(
      'Se avisa de: notas, observaciones, atrasos, inasistencias, agenda, documentos, horario, vinculos.',
    )
  })

  it('is listed with the default for the digest', async () => {
    const digest = 'Resumen por correo a quienes no eligieron: nunca.'
    expect((await operate(['news', 'list', RBD])).output).toBe(
      `Ninguna: el colegio no ha importado nada todavía.\n${digest}`,
    )
    await setNews('observaciones', '18:00')
    const [headings, row, ...others] = (await operate(['news', 'list', RBD])).output.split('\n')
    expect(headings).toMatch(/^Novedad +Desde +Se avisa$/)
    expect(row).toMatch(/^observaciones +la próxima importación +a las 18:00$/)
    expect(others).toEqual([digest])
  })
})
