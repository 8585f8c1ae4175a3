import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { expect, it } from 'vitest'

const server = setupServer()

it('shows the author, subject and place of an observation', async () => {
  const school = await createTestSchool(server())
  const course_id = await school.course({ name: '5° Básico', letter: 'A' })
  const { enrollment_id, ask } = await school.family(course_id)
  const id = await school.observation(enrollment_id, {
    event_type: 'positive',
    description: 'Responsabilidad',
    observation: 'Entregó su trabajo',
    employee_id: await school.employee({ second_last_name: null }),
    course_subject_id: await school.subject(course_id, { name: 'Lenguaje' }),
    where_is: 'utp',
  })
  expect((await ask('getObservations')).json()).toEqual({
    observations: {
      positive: [
        {
          id,
          date: '2026-04-01',
          observation: 'Entregó su trabajo',
          observation_event: { description: 'Responsabilidad', event_type: 'positive' },
          employee: { name: 'Rosa', last_name: 'Tapia', second_last_name: null },
          subject: 'Lenguaje',
          course: { description: '5° Básico', letter: 'A' },
          in_class: true,
          where_is: 'utp',
        },
      ],
      negative: [],
      neutral: [],
    },
  })
})

it('lists each type newest first, with null for missing fields', async () => {
  const school = await createTestSchool(server())
  const { enrollment_id, ask } = await school.family(await school.course())
  const [first, second] = [
    await school.observation(enrollment_id, { event_type: 'negative', in_class: false }),
    await school.observation(enrollment_id, { event_type: 'negative' }),
  ]
  const older = await school.observation(enrollment_id, { date: '2026-03-30', event_type: 'negative' })
  const neutral = await school.observation(enrollment_id)
  const { observations } = (await ask('getObservations')).json()
  expect(observations.negative.map((row: { id: number }) => row.id)).toEqual([second, first, older])
  expect(observations.neutral.map((row: { id: number }) => row.id)).toEqual([neutral])
  expect(observations.negative[1]).toMatchObject({
    employee: null,
    subject: null,
    where_is: null,
    in_class: false,
  })
})
