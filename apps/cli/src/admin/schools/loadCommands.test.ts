import { expect, it } from 'vitest'
import { lastAuditLine, setupOperator } from '../../testing/operator.ts'
import { schoolFolder, setupImportCommand } from '../../testing/setupImportCommand.ts'

const { server, query, run, schoolWith } = setupImportCommand()
const operate = setupOperator(server)
const RBD = '90003-6'

it('the last import is listed and undone by an operator, once', async () => {
  await run(schoolFolder, '--apply')
  const grades = await query('select * from grades order by 1, 2, 3')
  const changed = await schoolWith('notas.csv', (text) => text.replace(/;(\d),\d;/, ';1,1;'))
  await run(changed, '--apply')
  expect(await query('select * from grades order by 1, 2, 3')).not.toEqual(grades)

  const [headings, newest, first] = (await operate(['load', 'list', RBD])).output.split('\n')
  expect(headings).toMatch(/^N° +Cuándo +Quién +Filas +Se puede deshacer$/)
  expect(newest).toMatch(/ comando +1 +sí$/)
  expect(first).toMatch(/ comando +[\d.]+ +Una carga posterior la usa$/)

  const [id = '', firstId = ''] = [newest, first].map((line) => line?.split(' ')[0])
  const tooEarly = await operate(['load', 'undo', RBD, firstId])
  expect([tooEarly.code, tooEarly.errors]).toEqual([1, 'No se puede deshacer: Una carga posterior la usa.'])
  expect(await operate(['load', 'undo', RBD, id])).toEqual({
    code: 0,
    errors: '',
    output: 'Deshecha. Los datos están como antes de esa importación.',
  })
  expect(await query('select * from grades order by 1, 2, 3')).toEqual(grades)
  expect(await lastAuditLine(server())).toMatchObject({
    detail: { command: 'load undo', load_id: Number(id) },
  })
  expect((await operate(['load', 'undo', RBD, id])).errors).toMatch(/^No se puede deshacer: Deshecha el \d/)
})
