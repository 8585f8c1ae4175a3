import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aBreak, aClass } from '../../testing/data/blocks.ts'
import { daysOf2026 } from '../../testing/data/calendarDays.ts'
import { aStudent } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import {
  blocks,
  chooseDay,
  panel,
  renderTimetable,
  startOnWednesday,
  type wednesday,
  week,
} from '../../testing/pages/timetable.tsx'
import { TimetablePage } from './TimetablePage.tsx'

startOnWednesday()

describe('a day', () => {
  it('shows each block with its times, subject, teacher and course, and Recreo', async () => {
    renderTimetable()
    await screen.findByText('Historia')
    expect(await blocks('Miércoles')).toEqual([
      '08:00–09:30 Lenguaje y ComunicaciónRodrigo Sepúlveda · 5° Básico A',
      '09:30–09:45 Recreo · 15 min',
      '09:45–11:15 HistoriaAhoraRodrigo Sepúlveda · 5° Básico A',
      '14:00–15:30 TecnologíaDaniela Cárcamo · 5° Básico A',
    ])
  })

  it('is today at first, and another one after its tab is chosen', async () => {
    renderTimetable()
    await screen.findByText('Historia')
    expect(screen.getByRole('tab', { current: 'date' }).getAttribute('aria-label')).toBe('Miércoles')
    await chooseDay('Lunes')
    expect(await blocks('Lunes')).toEqual(['08:00–09:30 MatemáticaRodrigo Sepúlveda · 5° Básico A'])
  })

  it.each(['2026-07-18T15:00:00Z', '2026-07-19T15:00:00Z'])('is Monday on a weekend (%s)', async (moment) => {
    vi.setSystemTime(new Date(moment))
    renderTimetable()
    await screen.findByText('Matemática')
    await panel('Lunes')
    expect(screen.queryByRole('tab', { current: 'date' })).toBeNull()
  })

  it('that is chosen by a key while the classes load keeps the focus when they arrive', async () => {
    renderTimetable()
    await screen.findByText('Cargando')
    screen.getByRole('tab', { name: 'Miércoles' }).focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await screen.findByText('Matemática')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Lunes', selected: true }))
  })

  it.each(['Martes', 'Jueves'])('without blocks (%s) says Sin Elementos.', async (name) => {
    renderTimetable()
    await screen.findByText('Historia')
    await chooseDay(name)
    within(await panel(name)).getByText('Sin Elementos.')
    screen.getByText('Este día no tiene clases.')
  })

  it('is the current day at school, not on the device', async () => {
    vi.setSystemTime(new Date('2026-07-16T03:30:00Z')) // Thursday in London, Wednesday 23:30 in Santiago
    renderTimetable()
    await panel('Miércoles')
  })
})

describe('odd blocks', () => {
  const friday = async (daySchedule: (typeof wednesday)[number][]) => {
    vi.setSystemTime(new Date('2026-07-18T02:30:00Z'))
    renderTimetable({ friday: { daySchedule } })
    await screen.findAllByRole('listitem')
    return blocks('Viernes')
  }

  it('are sorted, early and late ones too', async () => {
    expect(
      await friday([
        aClass('18:30', '20:00', 'Coro'),
        aBreak('09:30', '09:45'),
        aClass('07:00', '07:45', 'Taller'),
      ]),
    ).toEqual([
      '07:00–07:45 TallerRodrigo Sepúlveda · 5° Básico A',
      '09:30–09:45 Recreo · 15 min',
      '18:30–20:00 CoroRodrigo Sepúlveda · 5° Básico A',
    ])
  })

  it('show both of two that overlap', async () => {
    const shownBlocks = await friday([
      aClass('08:00', '09:30', 'Inglés'),
      aClass('09:00', '10:00', 'Francés'),
    ])
    expect(shownBlocks).toEqual([
      '08:00–09:30 InglésRodrigo Sepúlveda · 5° Básico A09:00–10:00 FrancésRodrigo Sepúlveda · 5° Básico A',
    ])
  })

  it('names a break Almuerzo if the school calls it so, and if it is long and around noon', async () => {
    const shownBlocks = await friday([
      aBreak('09:30', '10:30', 'playtime', true),
      aBreak('12:00', '12:30', 'playtime', true),
      aBreak('13:00', '14:00', 'playtime', true),
      aBreak('14:10', '15:00'),
    ])
    expect(shownBlocks.map((text) => text?.replace(/^\S+ | · .*$/g, ''))).toEqual([
      'Recreo',
      'Recreo',
      'Almuerzo',
      'Recreo',
    ])
  })

  it('keep an unknown type of a newer server, and a Recreo without duration', async () => {
    expect(await friday([aBreak('12:00', '12:40', 'colación'), aBreak('13:00', '13:00')])).toEqual([
      '12:00–12:40 colación · 40 min',
      '13:00–13:00 Recreo',
    ])
  })

  it('omit missing fields', async () => {
    const withoutTeacher = { employee_name: null, employee_last_name: null }
    const shownBlocks = await friday([
      { ...aBreak('08:00', '09:30'), block_type: 'class' },
      aClass('09:45', '11:15', 'Música', withoutTeacher),
      aClass('11:30', '13:00', 'Música', { ...withoutTeacher, employee_last_name: 'Lagos' }),
      aClass('14:00', '15:00', 'Música', { course_name: '', letter: '' }),
    ])
    expect(shownBlocks).toEqual([
      '08:00–09:30 Sin asignatura',
      '09:45–11:15 Música5° Básico A',
      '11:30–13:00 MúsicaLagos · 5° Básico A',
      '14:00–15:00 MúsicaRodrigo Sepúlveda',
    ])
  })
})

describe('the subscription of a calendar', () => {
  it('is offered below the week, for the selected student', async () => {
    const server = fakeApi()
    server.respond('getCalendarDays', daysOf2026())
    server.respond('getCalendar', { employee_schedules: week })
    server.respond('getCalendarFeed', { created_at: null, last_read_at: null })
    const student = aStudent()
    render(<TimetablePage student={student} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Suscribir mi calendario' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suscribir mi calendario' }))
    await dialog.findByRole('button', { name: 'Crear dirección' })
    const asked = server.received.find(({ name }) => name === 'getCalendarFeed')
    expect(asked?.request).toEqual({ student_id: student.id })
  })
})

describe('loading', () => {
  it('shows the tabs at once, and keeps a day chosen meanwhile', async () => {
    const server = fakeApi()
    server.respond('getCalendarDays', daysOf2026())
    const respond = server.hold('getCalendar', { employee_schedules: week })
    render(<TimetablePage student={aStudent()} />)
    screen.getByText('Cargando')
    await chooseDay('Lunes')
    await act(async () => respond())
    await screen.findByText('Matemática')
    await panel('Lunes')
    expect(screen.queryByText('Cargando')).toBeNull()
  })
})
