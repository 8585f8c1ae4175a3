import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer()

describe('sub-periods', () => {
  it('are those of the school and the enrollment’s year, in order', async () => {
    const school = await createTestSchool(server())
    const second = { name: '2° Semestre', starts_on: '2026-07-06', ends_on: '2026-12-04' }
    await school.subPeriod(second)
    await school.subPeriod()
    await school.subPeriod({ year: 2025, starts_on: '2025-03-04', ends_on: '2025-06-18' })
    await (await createTestSchool(server())).subPeriod()
    const { ask } = await school.family(await school.course())
    const response = await ask('getSubPeriods')
    expect(response.json().map(({ name }: { name: string }) => name)).toEqual(['1° Semestre', '2° Semestre'])
  })
})
