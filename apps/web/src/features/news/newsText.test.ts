import type { NewsItem } from '@apoderados/contract/news'
import { describe, expect, it } from 'vitest'
import { aNewsItem } from '../../testing/data/aNewsItem.ts'
import { newsPath, newsText } from './newsText.ts'

const noDetails = { subject: null, title: null, old_value: null, new_value: null }
const newsOfKind = (kind: NewsItem['kind'], change: NewsItem['change'], changes: Partial<NewsItem> = {}) =>
  aNewsItem({ ...noDetails, kind, change, day: '2026-05-04', ...changes })

describe('the text of a change', () => {
  it.each([
    [aNewsItem(), 'Matemática · Prueba 2: 5,4 → 5,8'],
    [aNewsItem({ change: 'added', old_value: null, new_value: 'MB' }), 'Matemática · Prueba 2: MB'],
    [aNewsItem({ change: 'removed', new_value: null }), 'Matemática · Prueba 2: se retiró la nota 5,4'],
    [
      newsOfKind('observation', 'added', { title: 'Respeto', new_value: 'negative' }),
      'Observación negativa · Respeto',
    ],
    [
      newsOfKind('observation', 'removed', { title: 'Respeto', old_value: 'positive' }),
      'Se retiró: Observación positiva · Respeto',
    ],
    [newsOfKind('arrear', 'added'), 'Atraso del 04-05-2026'],
    [newsOfKind('arrear', 'changed'), 'Atraso del 04-05-2026: cambió de estado'],
    [newsOfKind('absence', 'added'), 'Faltó el lunes 4 de mayo'],
    [newsOfKind('absence', 'removed'), 'Se corrigió: asistió el lunes 4 de mayo'],
    [newsOfKind('event', 'added', { title: 'Reunión' }), 'Reunión · lunes 4 de mayo'],
    [newsOfKind('event', 'added', { subject: 'Inglés' }), 'Inglés · Evento · lunes 4 de mayo'],
    [newsOfKind('event', 'changed', { title: 'Reunión' }), 'Cambió: Reunión · lunes 4 de mayo'],
    [
      newsOfKind('event', 'removed', { title: 'Reunión' }),
      'Ya no está en la agenda: Reunión · lunes 4 de mayo',
    ],
    [newsOfKind('document', 'added', { title: 'pauta.pdf' }), 'Documento pauta.pdf · lunes 4 de mayo'],
    [newsOfKind('timetable', 'added'), 'Ya está el horario'],
    [newsOfKind('timetable', 'changed'), 'Cambió el horario'],
    [newsOfKind('account', 'added'), 'Ahora puedes ver sus datos aquí'],
    [newsOfKind('account', 'changed', { title: 'email' }), 'Cambió el correo con que ingresas'],
    [newsOfKind('account', 'added', { title: 'access' }), 'Tu cuenta está abierta de nuevo'],
    [newsOfKind('account', 'changed', { title: 'student_rut' }), 'Se corrigió su RUN'],
    [newsOfKind('canteen', 'added', { title: 'Menú' }), 'Menú'],
  ])('%#', (item, text) => {
    expect(newsText(item)).toBe(text)
  })
})

describe('the address of a change', () => {
  it.each([
    [aNewsItem(), '/app/calificaciones?periodo=3&asignatura=9'],
    [newsOfKind('observation', 'added'), '/app/observaciones?observacion=31'],
    [newsOfKind('observation', 'removed'), '/app/observaciones'],
    [newsOfKind('arrear', 'changed'), '/app/asistencia?atraso=31'],
    [newsOfKind('absence', 'added'), '/app/asistencia'],
    [newsOfKind('event', 'added'), '/app/agenda?dia=2026-05-04&evento=31'],
    [newsOfKind('event', 'removed'), '/app/agenda?dia=2026-05-04'],
    [newsOfKind('timetable', 'changed'), '/app/horario'],
    [newsOfKind('canteen', 'added'), '/app/inicio'],
  ])('%#', (item, path) => {
    expect(newsPath(item)).toBe(path)
  })
})
