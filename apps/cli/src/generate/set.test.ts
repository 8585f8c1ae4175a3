import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDigit } from '@apoderados/contract/values/rut'
import { readRecords } from '@apoderados/importer/formats/read'
import type { Problem } from '@apoderados/importer/problems'
import { type SheetName, sheetNames } from '@apoderados/importer/sheetRecords'
import { openSources } from '@apoderados/importer/sheets/open'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultSetOptions,
  findUnknown,
  type GeneratedSet,
  generateSet,
  type SheetLine,
  valuesOf,
} from '../testing/generatedSet.ts'

let set: GeneratedSet
beforeAll(async () => {
  set = await generateSet()
})
afterAll(() => rm(set.folder, { recursive: true }))

const repeatedKeys = (keys: string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)

describe('a generated set', () => {
  it('is the same for the same seed, and different for another', async () => {
    const repeatedSet = await generateSet()
    const other = await generateSet({ seed: 8 })
    expect(repeatedSet.sheets).toEqual(set.sheets)
    expect(other.sheets.alumnos).not.toEqual(set.sheets.alumnos)
    for (const { folder } of [repeatedSet, other]) await rm(folder, { recursive: true })
  })

  it('counts its rows, and has as many students as the options require', () => {
    for (const name of sheetNames) expect(set.written[name], name).toBe(set.sheets[name].length)
    expect(set.sheets.alumnos).toHaveLength(defaultSetOptions.students)
    expect(new Set(valuesOf(set.sheets.alumnos, 'RBD')).size).toBe(3)
  })

  it('is imported completely, without a problem or warning', async () => {
    const reported: Problem[] = []
    const note = (problem: Problem) => void reported.push(problem)
    const report = { problem: note, warning: note, leftOut() {} }
    const { sheets, attachments, close } = await openSources([set.folder], report)
    const counts = Object.fromEntries(sheetNames.map((name) => [name, 0])) as Record<SheetName, number>
    for await (const { sheet, rows } of readRecords(sheets, { rbd: null, year: null }, report)) {
      counts[sheet] += rows.length
    }
    await close()
    expect(reported).toEqual([])
    expect(attachments).toHaveLength(defaultSetOptions.photos + defaultSetOptions.documents)
    const { photos, documents, ...written } = set.written
    expect(counts).toEqual(written)
  })

  it('gives each person and school a unique number with the right check digit', () => {
    const { alumnos, apoderados, funcionarios, establecimientos } = set.sheets
    const numbered = [
      ...alumnos.map((line) => [line.Run, line['Dígito Ver.']]),
      ...apoderados.filter((line) => line.tipo_doc !== 'pasaporte').map((line) => [line.numero, line.dv]),
      ...funcionarios.map((line) => [line.run, line.dv]),
      ...establecimientos.map((line) => [line.rbd, line.dv]),
    ] as [string, string][]
    expect(numbered.filter(([number, digit]) => checkDigit(number) !== digit)).toEqual([])
    expect(repeatedKeys(numbered.map(([number]) => number))).toEqual([])
    const isNobodys = (number: number) =>
      (number >= 43_400_000 && number < 46_990_000) || (number >= 197_000_000 && number < 199_000_000)
    const people = numbered.slice(0, -establecimientos.length).map(([number]) => Number(number))
    expect(people.filter((number) => !isNobodys(number))).toEqual([])
  })

  it('gives each guardian a unique e-mail and mobile number', () => {
    const { apoderados } = set.sheets
    expect(repeatedKeys(valuesOf(apoderados, 'email'))).toEqual([])
    expect(repeatedKeys(valuesOf(apoderados, 'celular'))).toEqual([])
    expect(
      apoderados.filter((line) => !/^[a-z]+\.[a-z]+\.\d{7}@example\.com$/.test(line.email ?? '')),
    ).toEqual([])
  })

  it('gives every student a guardian, and siblings the same, also across schools', () => {
    const { alumnos, apoderados, vinculos } = set.sheets
    expect(findUnknown(valuesOf(vinculos, 'doc_apoderado'), valuesOf(apoderados, 'numero'))).toEqual([])
    expect(findUnknown(valuesOf(apoderados, 'numero'), valuesOf(vinculos, 'doc_apoderado'))).toEqual([])
    expect(findUnknown(valuesOf(alumnos, 'RBD', 'Run'), valuesOf(vinculos, 'rbd', 'run_alumno'))).toEqual([])
    const schools = Map.groupBy(vinculos, (line) => line.doc_apoderado)
    const isAcross = (links: SheetLine[]) => new Set(valuesOf(links, 'rbd')).size > 1
    expect([...schools.values()].some(isAcross)).toBe(true)
    const withSiblings = [...schools.values()].filter((links) => links.length > 1)
    expect(withSiblings.length / schools.size).toBeGreaterThan(0.05)
  })

  it('contains the photos and documents that the options request', async () => {
    const photos = await readdir(join(set.folder, 'fotos'))
    const runs = valuesOf(set.sheets.alumnos, 'Run', 'Dígito Ver.').map(
      (run) => `${run.replace(' | ', '-')}.png`,
    )
    expect(photos).toHaveLength(5)
    expect(findUnknown(photos, runs)).toEqual([])
    const documents = await readdir(join(set.folder, 'documentos'))
    const named = valuesOf(set.sheets.agenda, 'documento').filter(Boolean)
    expect(named.sort()).toEqual(documents.map((name) => `documentos/${name}`).sort())
    expect(named).toHaveLength(4)
  })
})

describe('a set that is generated with changes', () => {
  it('has the same students and some new ones, leavers below 5 %, and other grades', async () => {
    const { sheets, folder } = await generateSet({ isChanged: true })
    const before = valuesOf(set.sheets.alumnos, 'RBD', 'Run')
    const after = valuesOf(sheets.alumnos, 'RBD', 'Run')
    expect(findUnknown(before, after)).toEqual([])
    expect(after.length).toBeGreaterThan(before.length)
    const countLeavers = (lines: SheetLine[]) => lines.filter((line) => line['Fecha Retiro']).length
    const newLeavers = countLeavers(sheets.alumnos) - countLeavers(set.sheets.alumnos)
    expect(newLeavers).toBeGreaterThan(0)
    expect(newLeavers).toBeLessThan(defaultSetOptions.students * 0.05)
    const grades = new Map(sheets.notas.map((line) => [`${line.evaluacion} ${line.run_alumno}`, line.nota]))
    const isOther = (line: SheetLine) => grades.get(`${line.evaluacion} ${line.run_alumno}`) !== line.nota
    const changed = set.sheets.notas.filter(isOther).length / set.sheets.notas.length
    expect(changed).toBeGreaterThan(0.01)
    expect(changed).toBeLessThan(0.03)
    await rm(folder, { recursive: true })
  })
})
