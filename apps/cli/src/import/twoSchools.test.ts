import type { TestSet } from '@apoderados/importer/testing/importRecords'
import { changesOf, setupImport } from '@apoderados/importer/testing/setupImport'
import {
  courseA,
  elena,
  linkOfElena,
  linkOfLuis,
  linkOfMarie,
  luis,
  marie,
  school,
  testSet,
  tomas,
} from '@apoderados/importer/testing/testSet'
import { describe, expect, it } from 'vitest'

const { query, apply, dryRun, asGuardian } = setupImport()

describe('two schools', { tags: 'long' }, () => {
  const second = '90010-9'
  const other: TestSet = {
    establecimientos: [{ ...school, rbd: second, name: 'Liceo Puerta del Valle' }],
    cursos: [{ ...courseA, rbd: second }],
    alumnos: [{ ...tomas, rbd: second, rut: '40427815', rut_dv: '0' }],
    vinculos: [{ ...linkOfElena, student_rut: '40427815' }],
  }
  const bothSchools: TestSet = {
    establecimientos: [...testSet.establecimientos, ...(other.establecimientos ?? [])],
    cursos: [...testSet.cursos, ...(other.cursos ?? [])],
    alumnos: [...testSet.alumnos, ...(other.alumnos ?? [])],
    apoderados: testSet.apoderados,
    vinculos: [...testSet.vinculos, ...(other.vinculos ?? [])],
  }

  it('share a guardian, who is invited once', async () => {
    const { problems, counts, invited } = await apply(bothSchools)
    expect(problems).toEqual([])
    expect(counts.apoderados).toEqual({ added: 3, changed: 0, ended: 0, unchanged: 0 })
    expect(invited).toHaveLength(3)
    expect(changesOf((await apply(bothSchools)).counts)).toEqual({})
    const { profile } = await asGuardian(elena.email)
    expect(profile.students).toHaveLength(2)
  })

  it('may have guardians whose e-mail only one of the schools delivers', async () => {
    const godmother = { ...linkOfElena, student_rut: '40427815', document: marie.document }
    const apart = { ...bothSchools, vinculos: [linkOfElena, linkOfLuis, godmother] }
    await apply(apart)
    const moved = [elena, { ...luis, email: marie.email }, { ...marie, email: 'marie@example.com' }]
    const back = [elena, luis, marie]
    for (const apoderados of [moved, back]) {
      await apply({ ...apart, apoderados })
      expect(
        await query(
          'select email from parents where id in (select parent_id from student_parents) order by name',
        ),
      ).toEqual(apoderados.map(({ email }) => ({ email })))
    }
  })

  it('may have one sheet of guardians, each of whom is written once', async () => {
    await apply(bothSchools)
    const corrected = { ...marie, email: 'marie@example.com' }
    const apoderados = [{ ...elena, phone: '+56900000009', shares_phone: false }, luis, corrected]
    const set = { establecimientos: bothSchools.establecimientos ?? [], apoderados }
    const preview = await dryRun(set)
    const { counts, invited } = await apply(set)
    expect(counts.apoderados).toEqual({ added: 0, changed: 2, ended: 0, unchanged: 1 })
    expect(preview.counts).toEqual(counts)
    expect(invited).toEqual([])
    expect(await query('select phone, shares_phone from parents where email = $1', [elena.email])).toEqual([
      { phone: '+56900000009', shares_phone: false },
    ])
    expect(await query('select 1 from parents where email = $1', [corrected.email])).toHaveLength(1)
  })

  it('do not affect each other', async () => {
    await apply(bothSchools)
    const { counts } = await apply({
      ...other,
      alumnos: [{ ...tomas, rbd: second, rut: '40533274', rut_dv: '4' }],
      vinculos: [],
    })
    expect(changesOf(counts).matrículas).toBe('+1 ~0 -1')
    expect(await query('select 1 from enrollments where withdrawn_on is null')).toHaveLength(3)
  })

  it('do not affect a third one by links without a school, which are refused if no sheet states the school', async () => {
    const third = { rbd: '90020-6' }
    await apply({
      establecimientos: [{ ...school, ...third }],
      cursos: [{ ...courseA, ...third }],
      alumnos: [{ ...tomas, ...third }],
      apoderados: [marie],
      vinculos: [{ ...linkOfMarie, ...third }],
    })
    const guardians = () =>
      query(`select parents.name from student_parents join parents on parents.id = parent_id
        join establishments on establishments.id = establishment_id where rbd = '90020-6'`)
    const secondLink = { ...linkOfElena, student_rut: tomas.rut }
    await apply({ ...bothSchools, vinculos: [linkOfElena, linkOfLuis, secondLink] })
    expect(await guardians()).toEqual([{ name: 'Marie' }])
    const { problems } = await apply({ vinculos: [secondLink] })
    expect(problems).toEqual([
      {
        file: 'vinculos.csv',
        line: null,
        column: null,
        message: 'no se sabe de qué establecimiento son sus filas',
        expected: 'una columna «rbd», o la opción --rbd',
      },
    ])
    expect(await guardians()).toEqual([{ name: 'Marie' }])
    await apply({ vinculos: [{ ...secondLink, ...third }] })
    // Elena's account has links in other schools: this school links it only if a row states its e-mail (R37).
    expect(await guardians()).toEqual([])
    await apply({ apoderados: [elena], vinculos: [{ ...secondLink, ...third }] })
    expect(await guardians()).toEqual([{ name: 'Elena' }])
  })

  it('must state their RBD in each row', async () => {
    const { problems } = await apply({ ...bothSchools, funcionarios: testSet.funcionarios })
    expect(problems).toEqual([
      {
        file: 'funcionarios.csv',
        line: null,
        column: null,
        message: 'no se sabe de qué establecimiento son sus filas',
        expected: 'una columna «rbd», o la opción --rbd',
      },
    ])
  })
})
