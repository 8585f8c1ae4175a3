import { waitFor } from '@testing-library/react'
import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { anAverage } from '../../testing/data/anAverage.ts'
import { replaceDeviceStore, storeAnswer } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { prefetchGrades } from './prefetchGrades.ts'

const semesters = [
  { id: 7, name: '1° Semestre' },
  { id: 8, name: '2° Semestre' },
]
const averagesAnswer = { averages: [anAverage()], average: 6.04 }
const subPeriodsKey = ['getSubPeriods', { student_id: 1 }]
const firstPeriodRequest = { student_id: 1, establishment_sub_period_id: 7 }
const firstPeriodKey = ['getPeriodQualifications', firstPeriodRequest]

replaceDeviceStore()
beforeEach(() => {
  history.replaceState(null, '', '/app/calificaciones')
  queryClient.clear()
  signedIn()
})

it('requests the averages of the first period without a rendered page', async () => {
  const server = fakeApi()
  server.answer('getSubPeriods', semesters)
  server.answer('getPeriodQualifications', averagesAnswer)
  await prefetchGrades(1)
  await waitFor(() => expect(queryClient.getQueryData(firstPeriodKey)).toEqual(averagesAnswer))
  expect(server.received.map(({ name }) => name)).toEqual(['getSubPeriods', 'getPeriodQualifications'])
})

it('resolves with this device’s copies while the server does not answer', async () => {
  const server = fakeApi()
  server.hang('getSubPeriods')
  server.hang('getPeriodQualifications')
  await storeAnswer([10, 1, 'getSubPeriods', '[{"student_id":1}]'], { at: Date.now(), data: semesters })
  const request = '[{"establishment_sub_period_id":7,"student_id":1}]'
  await storeAnswer([10, 1, 'getPeriodQualifications', request], { at: Date.now(), data: averagesAnswer })
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  await prefetchGrades(1)
  expect([queryClient.getQueryData(subPeriodsKey), queryClient.getQueryData(firstPeriodKey)]).toEqual([
    semesters,
    averagesAnswer,
  ])
  expect(reads).toHaveBeenCalledTimes(2) // each copy once, although the request asks for it too
})

it('loads this device’s copy of the marks of the subject in the address, without a call', async () => {
  history.replaceState(null, '', '/app/calificaciones?asignatura=3')
  const server = fakeApi()
  server.answer('getSubPeriods', semesters)
  server.answer('getPeriodQualifications', averagesAnswer)
  await storeAnswer([10, 1, 'getSubPeriods', '[{"student_id":1}]'], { at: Date.now(), data: semesters })
  const marks = { qualifications: [] }
  const request = '[{"course_subject_id":3,"establishment_sub_period_id":7,"student_id":1}]'
  await storeAnswer([10, 1, 'getPeriodQualificationsBySubject', request], { at: Date.now(), data: marks })
  await prefetchGrades(1)
  const key = ['getPeriodQualificationsBySubject', { ...firstPeriodRequest, course_subject_id: 3 }]
  expect(queryClient.getQueryData(key)).toEqual(marks)
  expect(server.count('getPeriodQualificationsBySubject')).toBe(0)
})

it('resolves without stored copies, and leaves a failure to the page', async () => {
  const server = fakeApi()
  server.refuse('getSubPeriods', 500)
  await prefetchGrades(1)
  await waitFor(() => expect(server.count('getSubPeriods')).toBe(1))
  expect(server.count('getPeriodQualifications')).toBe(0)
})

it('resolves with the server’s answers if the page has requested them early', async () => {
  const server = fakeApi()
  server.answer('getSubPeriods', semesters)
  server.answer('getPeriodQualifications', averagesAnswer)
  vi.stubGlobal('earlyRequests', { hasResponses: () => true, take: () => undefined })
  await prefetchGrades(1)
  expect([queryClient.getQueryData(subPeriodsKey), queryClient.getQueryData(firstPeriodKey)]).toEqual([
    semesters,
    averagesAnswer,
  ])
})

it('does not wait for a server that answers the early requests late', async () => {
  fakeApi().hang('getSubPeriods')
  vi.stubGlobal('earlyRequests', { hasResponses: () => true, take: () => undefined })
  await prefetchGrades(1)
  expect(queryClient.getQueryData(subPeriodsKey)).toBeUndefined()
})
