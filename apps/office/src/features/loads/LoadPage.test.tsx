import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice } from '../../testing/openOffice.tsx'
import type { Load } from './load.ts'

const load = (fields: Partial<Load>): Load => ({
  id: 5,
  state: 'uploading',
  staff: 'Marisol Toledo Parra',
  is_own: true,
  created_at: '2026-10-14T13:40:00.000Z',
  applied_at: null,
  undone_at: null,
  undone_by: null,
  files: ['notas.csv'],
  rows: 0,
  undo_refusal: null,
  step: null,
  done: 0,
  total: 0,
  failure: null,
  is_outdated: false,
  complete: [],
  delivered: [],
  corrections: [],
  errors: 0,
  warnings: 0,
  review: null,
  answers: { removals: {} },
  missing: [],
  counts: null,
  busy: null,
  told_families: 0,
  news: [],
  ...fields,
})

const review: NonNullable<Load['review']> = {
  counts: { matrículas: { added: 2, changed: 0, emptied: 0, ended: 1, unchanged: 10 } },
  columns: [],
  files: ['alumnos.csv'],
  removals: [
    {
      kind: 'matrículas',
      of: 11,
      is_excessive: true,
      rows: [{ row_name: '31', name: 'Nicolás Araya', course: '7° Básico B', document: null }],
    },
  ],
  emails: [],
  told: {
    families: 214,
    news: [{ kind: 'grade', families: 214, timing: 'at_time', hours: null, at_time: '18:00:00' }],
  },
}

const confirmation = { success: true, message: 'Listo' }

test('dropped files are sent one by one, and their check is asked for', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  office.respond('listLoads', { loads: [], total: 0 })
  office.respond('createLoad', { id: 5 })
  office.respond('addLoadFile', { file_id: 'a'.repeat(32) })
  office.respond('uploadLoadFile', confirmation)
  const delivered = [
    { file_id: 'a'.repeat(32), path: 'notas.csv', bytes: 4, is_uploaded: true, sheets: [], rows: null },
  ]
  office.respond('getLoad', load({ delivered }))
  office.respond('checkLoad', confirmation)
  openOffice('/colegios/1/carga')
  await screen.findByText('Todavía no hay cargas. Empiece por la nómina de SIGE.')
  await userEvent.upload(screen.getByLabelText('Archivos de la entrega'), new File(['a;b\n'], 'notas.csv'))
  await screen.findByText('Subido')
  expect(office.requestsOf('addLoadFile')).toEqual([
    { school_id: 1, load_id: 5, path: 'notas.csv', bytes: 4 },
  ])
  expect(office.requestsOf('uploadLoadFile')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Revisar los archivos' }))
  await expect
    .poll(() => office.requestsOf('checkLoad'))
    .toEqual([{ school_id: 1, load_id: 5, complete: [] }])
})

test('a recognised sheet may be declared complete, and is checked again; examples name whose row it is', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  const file = { file_id: 'a'.repeat(32), path: 'notas.csv', bytes: 4, is_uploaded: true, rows: 12 }
  const examples = Array.from({ length: 7 }, (_, index) => ({
    file: 0,
    line: index + 2,
    person: `Estudiante ${index}`,
    before: '4,0',
    after: '5,0',
  }))
  const found = {
    ...review,
    counts: { notas: { added: 0, changed: 7, emptied: 0, ended: 3, unchanged: 2 } },
    columns: [{ merge: 'notas', column: 'nota', changed: 7, emptied: 0, examples }],
    ended: [{ merge: 'notas', rows: [{ name: 'Nicolás Araya', count: 3 }] }],
    removals: [],
  }
  const delivered = [{ ...file, sheets: ['notas (matriz)'] }]
  office.respond('getLoad', load({ state: 'review', review: found, delivered }))
  office.respond('checkLoad', confirmation)
  openOffice('/colegios/1/carga/5')
  await userEvent.click(await screen.findByRole('button', { name: 'notas' }))
  screen.getByText('Nicolás Araya')
  screen.getByText('Estudiante 4')
  expect(screen.queryByText('Estudiante 5')).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: '2' }))
  screen.getByText('Estudiante 6')
  await userEvent.click(screen.getByLabelText('Esta hoja viene completa: lo que falte se quita'))
  expect(screen.getByRole('button', { name: 'Guardar los cambios' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Repetir el ensayo' }))
  await expect
    .poll(() => office.requestsOf('checkLoad'))
    .toEqual([{ school_id: 1, load_id: 5, complete: ['notas'] }])
})

test('a problem shows its cell in its row, which is corrected', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  office.respond('getLoad', load({ state: 'problems', errors: 1 }))
  const message = 'es una fecha: la planilla cambió la nota al escribirla'
  const cause = {
    cause: 1,
    is_warning: false,
    file: 'notas.csv',
    column: 'nota',
    message,
    help: 'Escriba 5,4.',
    count: 1,
  }
  office.respond('listLoadProblems', { causes: [cause] })
  office.respond('getLoadCause', {
    total: 2,
    header: { line: 1, cells: ['evaluacion', 'nota'] },
    problems: [48, 61].map((line) => ({
      line,
      position: 1,
      expected: 'de 1,0 a 7,0',
      corrected: null,
      rows: [{ line, cells: ['MAT-3', '05-abr'] }],
    })),
  })
  office.respond('correctLoadCell', confirmation)
  openOffice('/colegios/1/carga/5')
  const sheet = await screen.findByRole('region', { name: 'Fila 48 de notas.csv' })
  expect(within(sheet).getByText('05-abr').dataset.faulty).toBe('true')
  screen.getByText('Escriba 5,4.')
  expect(screen.getByLabelText('Valor correcto de la fila 48')).toHaveProperty('value', '5,4')
  const [correct] = screen.getAllByRole('button', { name: 'Corregir y seguir' })
  await userEvent.click(correct as HTMLElement)
  const corrected = { school_id: 1, load_id: 5, file: 'notas.csv', line: 48, position: 1, value: '5,4' }
  await expect.poll(() => office.requestsOf('correctLoadCell')).toEqual([corrected])
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Valor correcto de la fila 61'))
})

test('a removal is a question without a default, and too many need their number typed', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  const asked = load({ state: 'review', review, missing: ['matrículas'] })
  office.respond('getLoad', asked)
  office.respond('getLoad', { ...asked, answers: { removals: { matrículas: { keep: [] } } } })
  office.respond('getLoad', { ...asked, missing: [] })
  office.respond('answerLoad', { missing: [] })
  office.respond('applyLoad', confirmation)
  openOffice('/colegios/1/carga/5')
  const save = await screen.findByRole('button', { name: 'Guardar los cambios' })
  expect(save).toHaveProperty('disabled', true)
  screen.getByText('Se avisará a 214 familias')
  screen.getByText('Notas, a las 18:00.')
  expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([])
  await userEvent.click(screen.getByLabelText('Sí, termina'))
  await userEvent.type(await screen.findByLabelText(/^Terminarían 1 matrículas, más del 5%/), '1')
  await expect
    .poll(() => office.requestsOf('answerLoad').at(-1)?.removals)
    .toEqual({ matrículas: { keep: [], typed: 1 } })
  await expect.poll(() => (save as HTMLButtonElement).disabled).toBe(false)
  await userEvent.click(save)
  await expect.poll(() => office.requestsOf('applyLoad')).toEqual([{ school_id: 1, load_id: 5 }])
})

test('a saved load is taken back after a question; one that cannot be says why', async () => {
  const office = fakeOffice()
  office.respond('getMe', meAs('secretary'))
  const saved = load({ state: 'done', applied_at: '2026-10-14T13:52:00.000Z', rows: 1219 })
  office.respond('getLoad', saved)
  office.respond('getLoad', { ...saved, undo_refusal: 'Una carga posterior la usa' })
  office.respond('undoLoad', confirmation)
  openOffice('/colegios/1/carga/5')
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer esta carga' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('¿Deshacer las 1.219 filas que se guardaron 14 de octubre, 10:52?')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Deshacer' }))
  await screen.findByText('Una carga posterior la usa')
  expect(office.requestsOf('undoLoad')).toEqual([{ school_id: 1, load_id: 5 }])
})
