import { describe, expect, it } from 'vitest'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { grade, lesson, linkOfElena, school, testEvent, testSet } from '../testing/testSet.ts'

const { query, apply, startFrom } = setupImport()
const summarizeImport = async (set: Parameters<typeof apply>[0]) => {
  const { problems, counts } = await apply(set)
  return [...problems.map(({ message }) => message), ...Object.entries(changesOf(counts))]
}

describe('a sheet without a column', () => {
  const address = 'Av. Los Aromos 2150, La Florida'
  startFrom(() => apply({ ...testSet, establecimientos: [{ ...school, address }] }))

  it('for the time matches the only event with that day and title, and reports several', async () => {
    const untimed = { ...testEvent, time: null, content: 'Traer compás', omitted: ['time' as const] }
    expect(await summarizeImport({ agenda: [untimed] })).toEqual([['agenda', '+0 ~1 -0']])
    expect(await query('select time, content from events where course_id is not null')).toEqual([
      { time: '08:00:00', content: 'Traer compás' },
    ])
    await apply({ agenda: [{ ...testEvent, time: '10:00' }] })
    expect(await summarizeImport({ agenda: [untimed] })).toEqual([
      'ese día hay más de un evento con ese título',
    ])
  })

  it('for a part of the address keeps the address, and reports a new address that is incomplete', async () => {
    const withAddress = (address: string | null) => ({
      establecimientos: [{ ...school, address, omitted: ['address' as const] }],
    })
    for (const part of ['Av. Los Aromos 2150', 'La Florida', null])
      expect(await summarizeImport(withAddress(part))).toEqual([])
    expect(await summarizeImport(withAddress('Los Boldos 5'))).toEqual([
      'la dirección cambia, y solo viene una parte de ella',
    ])
    await query('update establishments set address = null')
    expect(await summarizeImport(withAddress('Los Boldos 5'))).toEqual([['establecimientos', '+0 ~1 -0']])
  })

  it('for concepts replaces a concept by a number, and keeps it if the cell is empty', async () => {
    const pending = { ...grade, assessment: 'R1', tenths: null, omitted: ['concept' as const] }
    expect(await summarizeImport({ notas: [pending] })).toEqual([])
    const asignaturas = testSet.asignaturas.map((row) => ({ ...row, scale_type: 'number' as const }))
    expect(await summarizeImport({ asignaturas, notas: [{ ...pending, tenths: 60 }] })).toEqual([
      ['asignaturas', '+0 ~1 -0'],
      ['notas', '+0 ~1 -0'],
    ])
    expect(await query('select tenths, concept from grades order by 1')).toEqual([
      { tenths: 54, concept: null },
      { tenths: 60, concept: null },
    ])
  })

  it('for the subject turns a lesson into a break if the row says so', async () => {
    const block = { ...lesson, subject: null, omitted: ['subject' as const] }
    const blocks = testSet.horario.slice(1)
    expect(await summarizeImport({ horario: [block, ...blocks] })).toEqual([])
    expect(await summarizeImport({ horario: [{ ...block, is_class: false }, ...blocks] })).toEqual([
      ['horario', '+0 ~1 -0'],
    ])
    expect(await summarizeImport({ horario: [block, ...blocks] })).toEqual([
      'una clase necesita su asignatura',
    ])
  })

  it('for the kind of guardian keeps it, while an empty cell removes it', async () => {
    const readKinds = () => query('select permission from parents where rut is not null order by rut')
    const withoutKind = { ...linkOfElena, permission: null }
    const others = testSet.vinculos.slice(1)
    await apply({ vinculos: [{ ...withoutKind, omitted: ['permission'] }, ...others] })
    const [elena, luis] = [{ permission: 'Apoderado titular' }, { permission: 'Apoderado suplente' }]
    expect(await readKinds()).toEqual([elena, luis])
    await apply({ vinculos: [withoutKind, ...others] })
    expect(await readKinds()).toEqual([{ permission: null }, luis])
  })
})
