import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { expect, it } from 'vitest'

const server = setupServer()

it('shows the five days of the course by time, with breaks and blocks without a teacher', async () => {
  const school = await createTestSchool(server())
  const course_id = await school.course({ name: '5° Básico', letter: 'A' })
  const employee_id = await school.employee()
  const taught = await school.subject(course_id, { name: 'Lenguaje', employee_id })
  const untaught = await school.subject(course_id, { name: 'Música', scale_type: null })
  await school.block(course_id, {
    weekday: 3,
    starts_at: '09:45',
    ends_at: '11:15',
    course_subject_id: untaught,
  })
  await school.block(course_id, { weekday: 3, starts_at: '09:30', ends_at: '09:45' })
  await school.block(course_id, { weekday: 3, course_subject_id: taught })
  await school.block(course_id, { weekday: 5, course_subject_id: taught })
  await school.block(course_id, { weekday: 5, starts_at: '13:00', ends_at: '14:00', is_lunch: true })
  await school.block(await school.course(), { weekday: 2 })
  const { ask } = await school.family(course_id)
  const { employee_schedules } = (await ask('getCalendar')).json()
  expect(Object.keys(employee_schedules)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
  const course = { course_name: '5° Básico', letter: 'A' }
  const lesson = {
    block_type: 'class',
    hour_start: 8,
    minute_start: 0,
    hour_end: 9,
    minute_end: 30,
    class: { subject_name: 'Lenguaje', employee_name: 'Rosa', employee_last_name: 'Tapia', ...course },
  }
  expect(employee_schedules).toEqual({
    monday: { daySchedule: [] },
    tuesday: { daySchedule: [] },
    wednesday: {
      daySchedule: [
        lesson,
        {
          block_type: 'playtime',
          hour_start: 9,
          minute_start: 30,
          hour_end: 9,
          minute_end: 45,
          class: null,
        },
        {
          block_type: 'class',
          hour_start: 9,
          minute_start: 45,
          hour_end: 11,
          minute_end: 15,
          class: { subject_name: 'Música', employee_name: null, employee_last_name: null, ...course },
        },
      ],
    },
    thursday: { daySchedule: [] },
    friday: {
      daySchedule: [
        lesson,
        {
          block_type: 'playtime',
          hour_start: 13,
          minute_start: 0,
          hour_end: 14,
          minute_end: 0,
          is_lunch: true,
          class: null,
        },
      ],
    },
  })
})
