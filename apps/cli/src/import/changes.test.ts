import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'
import { setupPreparedDatabase } from '../testing/setupPreparedDatabase.ts'

const { server, query, run, schoolWith, folder } = setupImportCommand()
setupPreparedDatabase(server, async () => {
  await run(schoolFolder, '--apply')
})

/** Returns the lines of an import's output between the heading of the changed data and the next blank line. */
const changeListIn = (output: string) =>
  /^Datos que cambian[^\n]*\n([\s\S]*?)\n\n/m.exec(output)?.[1]?.split('\n') ?? []
const editSheet = async (path: string, sheet: string, change: (text: string) => string) =>
  writeFile(join(path, sheet), change(await readFile(join(path, sheet), 'utf8')))

/** Writes the school's sheets with small changes in several of them. */
async function writeChangedSchool(): Promise<string> {
  const path = await schoolWith('alumnos.csv', (text) =>
    text.replace('17-05-2015', '').replace('02-11-2015', '03-11-2015').replace('Agustín Ignacio', 'Agustín'),
  )
  await editSheet(path, 'notas.csv', (text) => text.replaceAll(/(LEN-1;.*;)[67],\d/g, '$14,0'))
  await editSheet(path, 'funcionarios.csv', (text) => `${text}\n43001122;7;Carolina;Fuentes;Mella`)
  await editSheet(path, 'asignaturas.csv', (text) =>
    text.replace(/(5A;LEN;.*;)\d+/, '$143001122').replace(/(5A;MAT;.*;)\d+/, '$1'),
  )
  await editSheet(path, 'atrasos.csv', (text) => text.replace('justificado', 'rechazado'))
  return path
}

describe('the report of an import', () => {
  it('counts changed and emptied values per column, with examples, also in a dry run', async () => {
    const path = await writeChangedSchool()
    const expected = [
      'asignaturas · run_docente: 2 cambian, de ellos 1 queda vacío',
      expect.stringMatching(/^ {2}asignaturas\.csv, fila 3: \S.* → \(vacío\)$/),
      expect.stringMatching(/^ {2}asignaturas\.csv, fila 2: \S.* → (nuevo|Carolina Fuentes)$/),
      'alumnos · nombres: 1 cambia',
      '  alumnos.csv, fila 3: Agustín Ignacio → Agustín',
      'alumnos · fecha_nacimiento: 2 cambian, de ellos 1 queda vacío',
      '  alumnos.csv, fila 2: 17-05-2015 → (vacío)',
      '  alumnos.csv, fila 3: 02-11-2015 → 03-11-2015',
      'notas · nota: 2 cambian',
      '  notas.csv, fila 2: 6,2 → 4,0',
      '  notas.csv, fila 4: 7,0 → 4,0',
      'atrasos · estado: 1 cambia',
      '  atrasos.csv, fila 2: justificado → rechazado',
    ]
    expect(changeListIn((await run(path)).output)).toEqual(expected)
    expect(changeListIn((await run(path, '--apply')).output)).toEqual(expected)
    expect(changeListIn((await run(path, '--apply')).output)).toEqual([])
  })

  it('names each link and elective that ends, also in the list', async () => {
    await query(`update course_subjects set is_elective = true where code = 'MAT'`)
    await query(`insert into elective_enrollments (establishment_id, enrollment_id, course_subject_id)
      select stay.establishment_id, stay.id, subject.id from enrollments stay
      join course_subjects subject on subject.code = 'MAT' and subject.course_id = stay.course_id`)
    const path = await schoolWith('vinculos.csv', (text) => text.replace(/40288001;42601116.*\n/, ''))
    await writeFile(
      join(path, 'electivos.csv'),
      'electivo;run_alumno\nMAT;40288001\nMAT;40288118\nMAT;40288227\n',
    )
    const { output } = await run(path)
    const [student, left] = ['Emilia Rayén Muñoz Huenchul', 'Nahuel Pierre']
    const { name } = (
      await query(`select name || ' ' || last_name as name from parents where rut = '42601116'`)
    )[0] as {
      name: string
    }
    const rows = [
      [`vínculo con ${name}`, student, '40.288.001-5'],
      ['electivo Matemática', left, '40.288.341-3'],
    ]
    for (const [what, who, run] of rows)
      expect(output.replace(/ {2,}/g, ' ')).toContain(`${what} 5° Básico A ${who} ${run}`)
    const csv = await readFile(join(folder(), 'errores.csv'), 'utf8')
    expect(csv.split('\r\n')[0]).toMatch(/;"se esperaba";"curso";"nombre";"run"$/)
    for (const [what, who, run] of rows)
      expect(csv).toContain(`"termina";"";"";"";"";"${what}";"";"5° Básico A";"${who}";"${run}"\r\n`)
  })

  it('writes no values to the audit log', async () => {
    await run(await writeChangedSchool(), '--apply')
    const [{ log }] = (await query('select json_agg(audit_log)::text as log from audit_log')) as [
      { log: string },
    ]
    expect(log).toContain('"command": "import"')
    expect(log).not.toMatch(/Agustín|2015-11|rechazado|rejected/)
  })
})
