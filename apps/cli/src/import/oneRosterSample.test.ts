import { describe, expect, it } from 'vitest'
import { editFile, sampleFolder, writeSample } from '../testing/oneRosterSample.ts'
import { setupImportCommand } from '../testing/setupImportCommand.ts'

const { query, run, folder } = setupImportCommand()

describe('the sample export for vendors', () => {
  it('is imported without a problem or warning, as the page states', async () => {
    const { isDone, output } = await run(sampleFolder, '--apply')
    expect(output).not.toMatch(/Aviso|problema/)
    expect(isDone).toBe(true)
    expect(await query('select rbd, name from establishments')).toEqual([
      { rbd: '90002-8', name: 'Colegio Los Aromos de La Florida' },
    ])
    expect(await query('select year, name, letter from courses order by 2, 3')).toEqual([
      { year: 2026, name: '3° Medio', letter: 'A' },
      { year: 2026, name: '3° Medio', letter: 'B' },
      { year: 2026, name: '5° Básico', letter: 'A' },
    ])
    expect(
      await query('select code, name, starts_on::text, ends_on::text from sub_periods order by 1'),
    ).toEqual([
      { code: '2026-1S', name: '1° Semestre', starts_on: '2026-03-04', ends_on: '2026-06-19' },
      { code: '2026-2S', name: '2° Semestre', starts_on: '2026-07-06', ends_on: '2026-12-18' },
    ])
    const students =
      await query(`select rut || '-' || rut_dv as rut, students.name, last_name, second_last_name,
        birthday::text, gender, courses.name || ' ' || letter as course
      from students join enrollments on student_id = students.id join courses on courses.id = course_id order by rut`)
    expect(students).toHaveLength(7)
    expect(students.slice(0, 2)).toEqual([
      {
        rut: '199000001-4',
        name: 'Nahuel',
        last_name: 'Pierre',
        second_last_name: null,
        birthday: '2015-09-06',
        gender: 'Masculino',
        course: '5° Básico A',
      },
      {
        rut: '40100001-1',
        name: 'Martina Antonia',
        last_name: 'De la Fuente',
        second_last_name: 'Huenchul',
        birthday: '2015-05-17',
        gender: 'Femenino',
        course: '5° Básico A',
      },
    ])
    const links =
      await query(`select email, parents.rut, foreign_document, phone, parent_type, other_type, has_access
      from student_parents join parents on parents.id = parent_id join students on students.id = student_id
      order by students.rut`)
    expect(links).toHaveLength(7)
    expect(links[0]).toEqual({
      email: 'jean.pierre@example.com',
      rut: null,
      foreign_document: 'passport:HT4471902',
      phone: null,
      parent_type: 'father',
      other_type: null,
      has_access: true,
    })
    expect(links[1]).toEqual({
      email: 'paola.huenchul@example.com',
      rut: '42456123',
      foreign_document: null,
      phone: '+56900000001',
      parent_type: 'other',
      other_type: 'Apoderado',
      has_access: true,
    })
    const subjects =
      await query(`select courses.name || ' ' || letter as course, course_subjects.name, scale_type,
        counts_in_average, employees.last_name as teacher
      from course_subjects join courses on courses.id = course_id
      left join employees on employees.id = employee_id order by 1, 2`)
    expect(subjects.map(Object.values)).toEqual([
      ['3° Medio A', 'Biología Celular y Molecular', 'number', true, 'Sandoval'],
      ['3° Medio A', 'Lengua y Literatura', 'number', true, 'Sandoval'],
      ['3° Medio B', 'Biología Celular y Molecular', 'number', true, 'Sandoval'],
      ['5° Básico A', 'Matemática', 'number', true, 'Fuentes'],
      ['5° Básico A', 'Religión', 'other', false, 'Fuentes'],
    ])
    const electives =
      await query(`select students.rut, courses.name || ' ' || courses.letter as course, course_subjects.name
      from elective_enrollments taken join course_subjects on course_subjects.id = taken.course_subject_id
      join courses on courses.id = course_id join enrollments on enrollments.id = enrollment_id
      join students on students.id = student_id order by 1`)
    expect(electives.map(Object.values)).toEqual([
      ['40215347', '3° Medio A', 'Biología Celular y Molecular'],
      ['40427815', '3° Medio B', 'Biología Celular y Molecular'],
    ])
    const grades =
      await query(`select students.rut, assessments.code, assessments.held_on::text, tenths, concept
      from grades join assessments on assessments.id = assessment_id
      join enrollments on enrollments.id = enrollment_id join students on students.id = student_id order by 2, 1`)
    expect(grades.map(Object.values)).toEqual([
      ['40215347', '3M-BIO-1', '2026-04-20', 48, null],
      ['40427815', '3M-BIO-1', '2026-04-20', 65, null],
      ['199000001', '5A-MAT-1', '2026-04-15', 60, null],
      ['40100001', '5A-MAT-1', '2026-04-15', 54, null],
      ['199000001', '5A-REL-1', '2026-05-18', null, 'B'],
      ['40100001', '5A-REL-1', '2026-05-18', null, 'MB'],
    ])
  })

  it('can also be written as OneRoster 1.2', async () => {
    await run(sampleFolder, '--apply')
    const copy = await writeSample(folder(), (files) => {
      const [headers = '', ...users] = (files.get('users') ?? '').trimEnd().split('\r\n')
      const role = headers.split(',').indexOf('role')
      const roles = users.map((row, index) => {
        const cells = row.split(',')
        return `r${index},,,${cells[0]},primary,${cells[role]},,,org-1,`
      })
      const head =
        'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId'
      files.set('roles', [head, ...roles].join('\r\n'))
      const without = users.map((row) => row.replace(/^((?:[^,]*,){5})[^,]*,/, '$1'))
      files.set('users', [headers.replace('role,', ''), ...without].join('\r\n'))
      editFile('lineItems', 'gradingPeriodSourcedId', 'academicSessionSourcedId')(files)
      editFile('manifest', 'oneroster.version,1.1', 'oneroster.version,1.2')(files)
    })
    const { isDone, output } = await run(copy)
    expect(isDone).toBe(true)
    expect(output).not.toMatch(
      /Aviso|^\S+ +(?:[1-9]\d* +\d+ +\d+|\d+ +[1-9]\d* +\d+|\d+ +\d+ +[1-9]\d*) +\d+$/m,
    )
  })
})
