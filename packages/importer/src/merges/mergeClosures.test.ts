import { describe, expect, it } from 'vitest'
import type { Records } from '../sheetRecords.ts'
import type { TestSet } from '../testing/importRecords.ts'
import { SECOND_RBD } from '../testing/secondSchool.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { RBD, school, staffDayClosure, testSet, YEAR } from '../testing/testSet.ts'

const { query, apply, dryRun, startFrom } = setupImport()

const [, anniversaryRow] = testSet.dias_sin_clases as [Records['dias_sin_clases'], Records['dias_sin_clases']]
const noClosuresRow: Records['dias_sin_clases'] = {
  ...staffDayClosure,
  starts_on: null,
  ends_on: null,
  name: null,
}

/** Returns the stored closures of a school: '2026-05-14 2026-05-15 Jornada de profesores'. */
async function closuresOf(rbd = RBD): Promise<string[]> {
  const rows = await query(
    `select concat_ws(' ', starts_on::text, ends_on::text, closures.name) as line from closures
      join establishments on establishments.id = establishment_id where rbd = $1 order by starts_on`,
    [rbd],
  )
  return rows.map(({ line }) => line)
}
const STAFF_DAY_LINE = `${YEAR}-05-14 ${YEAR}-05-15 Jornada de profesores`
const ANNIVERSARY_LINE = `${YEAR}-11-06 ${YEAR}-11-06 Aniversario del colegio`

describe('closures', () => {
  const imported = startFrom(() => apply(testSet))

  it('are stored, with one day if the last is missing, and a second import changes nothing', async () => {
    const { problems, counts } = imported()
    expect(problems).toEqual([])
    expect(changesOf(counts)).toMatchObject({ 'días sin clases': '+2 ~0 -0' })
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE, ANNIVERSARY_LINE])
    expect(changesOf((await apply(testSet)).counts)).toEqual({})
    expect(changesOf((await apply({ dias_sin_clases: testSet.dias_sin_clases })).counts)).toEqual({})
  })

  it('that are missing from a later sheet of the year are removed, and others are changed', async () => {
    const laterSheet = {
      dias_sin_clases: [{ ...anniversaryRow, name: 'Aniversario', ends_on: `${YEAR}-11-09` }],
    }
    const expected = { 'días sin clases': '+0 ~1 -1' }
    expect(changesOf((await dryRun(laterSheet)).counts)).toEqual(expected)
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE, ANNIVERSARY_LINE])
    expect(changesOf((await apply(laterSheet)).counts)).toEqual(expected)
    expect(await closuresOf()).toEqual([`${YEAR}-11-06 ${YEAR}-11-09 Aniversario`])
  })

  it('move to another first day', async () => {
    await apply({ dias_sin_clases: [{ ...staffDayClosure, starts_on: `${YEAR}-05-13` }, anniversaryRow] })
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE.replace('05-14', '05-13'), ANNIVERSARY_LINE])
  })

  it('are all removed by the row that states that the year has none', async () => {
    const { problems, counts } = await apply({ dias_sin_clases: [noClosuresRow] })
    expect([problems, changesOf(counts)]).toEqual([[], { 'días sin clases': '+0 ~0 -2' }])
    expect(await closuresOf()).toEqual([])
  })

  it('keep their last day if the sheet has no column for it; an empty cell means one day', async () => {
    const withoutLastDay: Records['dias_sin_clases'] = { ...staffDayClosure, ends_on: null }
    await apply({ dias_sin_clases: [{ ...withoutLastDay, omitted: ['ends_on'] }, anniversaryRow] })
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE, ANNIVERSARY_LINE])
    await apply({ dias_sin_clases: [withoutLastDay, anniversaryRow] })
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE.replace('05-15', '05-14'), ANNIVERSARY_LINE])
  })

  it('stay if a later import does not contain the sheet', async () => {
    const { dias_sin_clases, ...others } = testSet
    expect(dias_sin_clases).toHaveLength(2)
    expect(changesOf((await apply(others)).counts)).toEqual({})
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE, ANNIVERSARY_LINE])
  })

  it('of the summer belong to the school year whose periods contain them', async () => {
    const [first, second] = testSet.periodos
    const periodos = [first, { ...second, ends_on: `${YEAR + 1}-01-15` }] as TestSet['periodos']
    const january = { ...staffDayClosure, starts_on: `${YEAR + 1}-01-08`, ends_on: null }
    expect((await apply({ periodos, dias_sin_clases: [january] } as TestSet)).problems).toEqual([])
    await apply({
      dias_sin_clases: [
        { ...staffDayClosure, year: YEAR + 1, starts_on: `${YEAR + 1}-05-13`, ends_on: null },
      ],
    })
    expect(await closuresOf()).toHaveLength(2)
    await apply({ dias_sin_clases: [{ ...noClosuresRow, year: YEAR }] })
    expect(await closuresOf()).toEqual([`${YEAR + 1}-05-13 ${YEAR + 1}-05-13 Jornada de profesores`])
  })
})

describe('closures of a first import', () => {
  it('of two schools in one import do not affect each other', async () => {
    const other = { rbd: SECOND_RBD, year: YEAR }
    const set: TestSet = {
      establecimientos: [school, { ...school, rbd: SECOND_RBD, name: 'Liceo Puerta del Valle' }],
      dias_sin_clases: [
        { ...staffDayClosure, rbd: RBD, year: YEAR },
        { ...staffDayClosure, ...other, name: 'Interferiado' },
        { ...anniversaryRow, ...other },
      ],
    }
    expect((await apply(set)).problems).toEqual([])
    expect(await closuresOf()).toEqual([STAFF_DAY_LINE])
    expect(await closuresOf(SECOND_RBD)).toEqual([
      STAFF_DAY_LINE.replace('Jornada de profesores', 'Interferiado'),
      ANNIVERSARY_LINE,
    ])
    const fewerClosures = {
      ...set,
      dias_sin_clases: [
        { ...anniversaryRow, rbd: RBD, year: YEAR },
        { ...anniversaryRow, ...other },
      ],
    }
    expect(changesOf((await apply(fewerClosures)).counts)).toEqual({ 'días sin clases': '+1 ~0 -2' })
    await apply({ dias_sin_clases: [{ ...noClosuresRow, rbd: RBD, year: YEAR }] })
    expect([await closuresOf(), await closuresOf(SECOND_RBD)]).toEqual([[], [ANNIVERSARY_LINE]])
  })
})
