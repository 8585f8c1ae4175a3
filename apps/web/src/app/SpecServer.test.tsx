import { api, type JsonCallName, type ResponseOf } from '@apoderados/contract/calls/api'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../shared/api/queryClient.ts'
import { navigate } from '../shared/router.tsx'
import { aProfile } from '../testing/data/people.ts'
import { fakeApi } from '../testing/fakeApi.ts'
import { heading, openApp } from '../testing/openApp.tsx'
import { startOnWednesday, week } from '../testing/pages/timetable.tsx'

startOnWednesday()

const callNames = Object.keys(api) as JsonCallName[]
const isAddition = (name: JsonCallName) => 'isAddition' in api[name]

type Bodies = { [N in JsonCallName]?: ResponseOf<N> }
const specResponses: Bodies = {
  getProfile: aProfile(),
  countDiaryEvents: { diary_counts: {} },
  getDiaryEvents: [],
  getCalendar: { employee_schedules: week },
  getSubPeriods: [{ id: 5, name: '1° Semestre' }],
  getPeriodQualifications: { averages: [], average: null },
  getObservations: { observations: { positive: [], negative: [], neutral: [] } },
  getArrears: { arrears: [], attendance_percentage: 92 },
  getClassmates: { classmates: [] },
}

const pages = {
  '/app/inicio': 'Hola, Carolina',
  '/app/agenda': 'Agenda',
  '/app/horario': 'Horario',
  '/app/calificaciones': 'Calificaciones',
  '/app/observaciones': 'Observaciones',
  '/app/asistencia': 'Asistencia',
  '/app/companeros': 'Compañeros',
}

/** A server with the calls of the specification only. */
function specServer() {
  const server = fakeApi()
  for (const name of callNames)
    if (isAddition(name)) server.refuse(name, 404, 'No encontrado')
    else if (specResponses[name]) server.respond(name, specResponses[name] as never)
  return server
}

/** Waits until no call is in progress and no part of the page waits for one that depends on another. */
const waitForData = () =>
  waitFor(() => {
    expect(queryClient.isFetching()).toBe(0)
    expect(document.body.textContent).not.toContain('Cargando')
  })

it('asks a server with the calls of the specification only once for each other call, and reports none', async () => {
  const server = specServer()
  openApp('/app/inicio')
  for (let round = 0; round < 2; round++) {
    for (const [path, title] of Object.entries(pages)) {
      act(() => navigate(path))
      await heading(title)
      await waitForData()
      expect([path, document.body.textContent]).toEqual([
        path,
        expect.not.stringMatching(/No se pudo|No encontrado/),
      ])
      if (path === '/app/horario') screen.getByText('Ahora')
      if (path === '/app/asistencia')
        expect(screen.queryByRole('region', { name: 'Inasistencias' })).toBeNull()
    }
    vi.setSystemTime(Date.now() + 60_000)
  }
  const repeated = callNames.filter((name) => isAddition(name) && server.count(name) > 1)
  expect(repeated).toEqual([])
  expect(screen.queryByRole('button', { name: 'Novedades' })).toBeNull()
})
