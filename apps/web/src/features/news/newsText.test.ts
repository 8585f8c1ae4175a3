import type { NewsItem } from '@apoderados/contract/news'
import { describe, expect, it } from 'vitest'
import { aNewsItem } from '../../testing/data/aNewsItem.ts'
import { newsPath, newsText } from './newsText.ts'

const none = { subject: null, title: null, old_value: null, new_value: null }
const newsOf = (kind: NewsItem['kind'], change: NewsItem['change'], changes: Partial<NewsItem> = {}) =>
  aNewsItem({ ...none, kind, change, day: '2026-05-04', ...changes })

describe('the text of a change', () => {
  it.each([
    [aNewsItem(), 'Matemática · Prueba 2: 5,4 → 5,8'],
    [aNewsItem({ change: 'added', old_value: null, new_value: 'MB' }), 'Matemática · Prueba 2: MB'],
    [aNewsItem({ change: 'removed', new_value: null }), 'Matemática · Prueba 2: se retiró la nota 5,4'],
    [
      newsOf('observation', 'added', { title: 'Respeto', new_value: 'negative' }),
      'Observación negativa · Respeto',
    ],
    [
      newsOf('observation', 'removed', { title: 'Respeto', old_value: 'positive' }),
      'Se retiró: Observación positiva · Respeto',
    ],
    [newsOf('arrear', 'added'), 'Atraso del 04-05-2026'],
    [newsOf('arrear', 'changed'), 'Atraso del 04-05-2026: cambió de estado'],
    [newsOf('absence', 'added'), 'Faltó el lunes 4 de mayo'],
    [newsOf('absence', 'removed'), 'Se corrigió: asistió el lunes 4 de mayo'],
    [newsOf('event', 'added', { title: 'Reunión' }), 'Reunión · lunes 4 de mayo'],
    [newsOf('event', 'added', { subject: 'Inglés' }), 'Inglés · Evento · lunes 4 de mayo'],
    [newsOf('event', 'changed', { title: 'Reunión' }), 'Cambió: Reunión · lunes 4 de mayo'],
    [newsOf('event', 'removed', { title: 'Reunión' }), 'Ya no está en la agenda: Reunión · lunes 4 de mayo'],
    [newsOf('document', 'added', { title: 'pauta.pdf' }), 'Documento pauta.pdf · lunes 4 de mayo'],
    [newsOf('timetable', 'added'), 'Ya está el horario'],
    [newsOf('timetable', 'changed'), 'Cambió el horario'],
    [newsOf('account', 'added'), 'Ahora puedes ver sus datos aquí'],
    [newsOf('account', 'changed', { title: 'email' }), 'Cambió el correo con que ingresas'],
    [newsOf('account', 'added', { title: 'access' }), 'Tu cuenta está abierta de nuevo'],
    [newsOf('account', 'changed', { title: 'student_rut' }), 'Se corrigió su RUN'],
    [newsOf('canteen', 'added', { title: 'Menú' }), 'Menú'],
  ])('%#', (item, text) => {
    expect(newsText(item)).toBe(text)
  })
})

describe('the address of a change', () => {
  it.each([
    [aNewsItem(), '/app/calificaciones?periodo=3&asignatura=9'],
    [newsOf('observation', 'added'), '/app/observaciones?observacion=31'],
    [newsOf('observation', 'removed'), '/app/observaciones'],
    [newsOf('arrear', 'changed'), '/app/asistencia?atraso=31'],
    [newsOf('absence', 'added'), '/app/asistencia'],
    [newsOf('event', 'added'), '/app/agenda?dia=2026-05-04&evento=31'],
    [newsOf('event', 'removed'), '/app/agenda?dia=2026-05-04'],
    [newsOf('timetable', 'changed'), '/app/horario'],
    [newsOf('canteen', 'added'), '/app/inicio'],
  ])('%#', (item, path) => {
    expect(newsPath(item)).toBe(path)
  })
})
