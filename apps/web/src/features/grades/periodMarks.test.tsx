import type { PeriodMark } from '@apoderados/contract/grades'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { aMark } from '../../testing/data/aMark.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { aStudent } from '../../testing/data/people.ts'
import { cachedResponses, cacheResponse, replaceDeviceStore } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { freezeClockPastFreshness } from '../../testing/freezeClockPastFreshness.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { GradesPage } from './GradesPage.tsx'

const semesters = [
  { id: 7, name: '1° Semestre' },
  { id: 8, name: '2° Semestre' },
]
const averagesResponse = { averages: [anAverage({ id: 31 })], average: 6 }
const marksResponse = (...qualifications: PeriodMark[]) => ({
  rounding: 'round',
  uses_weights: false,
  subjects: [{ id: 31, scale_type: 'number', counts_in_average: true, qualifications }],
})

replaceDeviceStore()
beforeEach(() => {
  queryClient.clear()
  signedIn()
})

function serverWithMarks() {
  const server = fakeApi()
  server.respond('getSubPeriods', semesters)
  server.respond('getPeriodQualifications', averagesResponse)
  server.respond('getPeriodMarks', marksResponse(aMark()))
  return server
}

async function openMaths() {
  await userEvent.click(await screen.findByRole('button', { name: /^Matemática/ }))
  return within(screen.getByRole('dialog', { name: /^Matemática/ }))
}

describe('the marks of a period', () => {
  it('are loaded with one call per period, and cached on the device', async () => {
    const server = serverWithMarks()
    render(<GradesPage student={aStudent()} />)
    const cachedMarks = async () => (await cachedResponses()).filter(({ key }) => key[2] === 'getPeriodMarks')
    await expect.poll(cachedMarks).toHaveLength(2)
    const periods = server.received.filter(({ name }) => name === 'getPeriodMarks')
    expect(periods.map(({ request }) => request)).toEqual([
      { student_id: 1, establishment_sub_period_id: 7 },
      { student_id: 1, establishment_sub_period_id: 8 },
    ])
    expect(server.count('getPeriodQualificationsBySubject')).toBe(0)
  })

  it('show a subject that was never opened while the server is unreachable', async () => {
    const server = serverWithMarks()
    server.breakLine('getPeriodQualificationsBySubject')
    render(<GradesPage student={aStudent()} />)
    await screen.findByRole('button', { name: /^Matemática/ })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const dialog = await openMaths()
    dialog.getByText('Prueba Unidad 1')
    dialog.getByText('5,6')
    await dialog.findByText('El colegio no responde')
    dialog.getByText(/^Datos guardados hace/)
    expect(dialog.queryByText('Sin Elementos.')).toBeNull()
  })

  it('also show it after a start without a network', async () => {
    const server = fakeApi()
    const periodKey = '[{"establishment_sub_period_id":7,"student_id":1}]'
    const cachedAge = { at: Date.now() - 7_200_000 }
    await cacheResponse([10, 1, 'getSubPeriods', '[{"student_id":1}]'], {
      ...cachedAge,
      data: semesters.slice(0, 1),
    })
    await cacheResponse([10, 1, 'getPeriodQualifications', periodKey], {
      ...cachedAge,
      data: averagesResponse,
    })
    await cacheResponse([10, 1, 'getPeriodMarks', periodKey], { ...cachedAge, data: marksResponse(aMark()) })
    for (const call of ['getSubPeriods', 'getPeriodQualifications', 'getPeriodMarks'] as const)
      server.breakLine(call)
    server.breakLine('getPeriodQualificationsBySubject')
    render(<GradesPage student={aStudent()} />)
    const dialog = await openMaths()
    await dialog.findByText('Prueba Unidad 1')
    await dialog.findByText('Datos guardados hace 2 h')
  })

  it('replace an older response about the subject', async () => {
    const server = serverWithMarks()
    const request = { student_id: 1, establishment_sub_period_id: 7, course_subject_id: 31 }
    const older = { qualifications: [{ ...aMark({ qualification: 4.5 }) }] }
    queryClient.setQueryData(['getPeriodQualificationsBySubject', request], older)
    freezeClockPastFreshness()
    server.breakLine('getPeriodQualificationsBySubject')
    render(<GradesPage student={aStudent()} />)
    const dialog = await openMaths()
    await dialog.findByText('5,6')
    expect(dialog.queryByText('4,5')).toBeNull()
  })

  it('are replaced by the subject’s own response', async () => {
    const server = serverWithMarks()
    const release = server.hold('getPeriodQualificationsBySubject', {
      qualifications: [aMark({ qualification: 6.2 })],
    })
    render(<GradesPage student={aStudent()} />)
    const dialog = await openMaths()
    await dialog.findByText('5,6')
    release()
    await dialog.findByText('6,2')
  })
})
