import { expect, it } from 'vitest'
import { anAverage } from '../../testing/data/anAverage.ts'
import { aProfile } from '../../testing/data/people.ts'
import { replaceDeviceStore, storeAnswer } from '../../testing/deviceStore.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { heading, openApp } from '../../testing/openApp.tsx'
import { signedIn } from '../../testing/signedIn.ts'

replaceDeviceStore()

it('renders an opened page only once this device’s copies of its data have loaded', async () => {
  signedIn()
  const server = fakeApi()
  server.answer('getProfile', aProfile())
  server.hang('getSubPeriods')
  server.hang('getPeriodQualifications')
  const periods = [{ id: 7, name: '1° Semestre' }]
  await storeAnswer([10, 1, 'getSubPeriods', '[{"student_id":1}]'], { at: Date.now(), data: periods })
  const request = '[{"establishment_sub_period_id":7,"student_id":1}]'
  const averages = { averages: [anAverage()], average: 6.04 }
  await storeAnswer([10, 1, 'getPeriodQualifications', request], { at: Date.now(), data: averages })
  openApp('/app/calificaciones')
  const page = (await heading('Calificaciones')).closest('main')
  expect(page?.textContent).toContain(anAverage().subject)
})
