import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rosterSet } from '@apoderados/importer/testing/rosterSet'
import { describe, expect, it } from 'vitest'
import { fixturesFolder, schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'

const { server, query, run, runWithScanner, schoolWith, folder } = setupImportCommand()
const ANDREA_EMAIL = 'andrea.huenchul@example.com'

/** Gives the guardian the demo's password, signs in and returns the session's token and the profile. */
async function signInGuardian(email: string) {
  const password_hash = await server().services.passwords.hash('demo1234')
  await query('update parents set password_hash = $1 where email = $2', [password_hash, email])
  const jwt = await server().signIn(email)
  const profile = (await server().send('getProfile', {}, { jwt })).json()
  return { jwt, profile, student_id: profile.students[0]?.id }
}

describe('the import', () => {
  it('without --apply prints the changes and writes none', async () => {
    const { isDone, output } = await run(schoolFolder)
    expect(isDone).toBe(true)
    expect(output).toMatch(/^ +nuevos +cambian +terminan +siguen igual\nestablecimientos +1 +0 +0 +0\n/)
    expect(output).toMatch(/\nnotas +60 +0 +0 +0\n/)
    expect(output).toMatch(/\nNo se guardó nada: repita con --apply para guardarlo\.$/)
    expect(await query('select 1 from establishments')).toEqual([])
  })

  it.each([
    ['sheets in CSV', [schoolFolder]],
    [
      'a workbook of LibreOffice',
      [join(fixturesFolder, 'colegio.xlsx'), `${schoolFolder}/fotos`, `${schoolFolder}/documentos`],
    ],
  ])('of %s changes nothing if the other format was imported before', { tags: 'long' }, async (_, paths) => {
    await run(...paths, '--apply')
    for (const other of [
      [schoolFolder],
      [join(fixturesFolder, 'colegio.xlsx'), `${schoolFolder}/documentos`],
    ]) {
      const { output } = await run(...other, '--apply')
      expect(output).not.toMatch(/^\S+ +(?:[1-9]\d* +\d+ +\d+|\d+ +[1-9]\d* +\d+|\d+ +\d+ +[1-9]\d*) +\d+$/m)
      expect(output).toMatch(/^agenda +0 +0 +0 +15$/m)
    }
  })

  it.each([
    ['false', false, 'el antivirus lo rechaza'],
    ['true', true, 'Guardado.'],
  ])(
    'accepts or rejects files by the exit code of a scanner: %s, %s',
    async (command, isDone, expectedText) => {
      const ran = await runWithScanner(command, schoolFolder, '--apply')
      expect([ran.isDone, ran.output.includes(expectedText)]).toEqual([isDone, true])
      const stored = await query('select 1 from events where document_id is not null')
      expect(stored.length > 0).toBe(isDone)
    },
  )

  it('stores documents and photos once, without the metadata of their location', {
    tags: 'long',
  }, async () => {
    await run(schoolFolder, '--apply')
    const stored = await query(`select document_id as id from events where document_id is not null
      union all select photo_id from enrollments where photo_id is not null
      union all select insign_id from establishments`)
    expect(stored).toHaveLength(4)
    await run(schoolFolder, '--apply')
    const storedAgain = await query(`select document_id as id from events where document_id is not null
      union all select photo_id from enrollments where photo_id is not null
      union all select insign_id from establishments`)
    expect(storedAgain).toEqual(stored)
    const { jwt, profile, student_id } = await signInGuardian(ANDREA_EMAIL)
    const eventsQuery = { student_id, date: '21/04/2026' }
    const events = (await server().send('getDiaryEvents', eventsQuery, { jwt })).json()
    const { document } = events.find(({ title }: { title: string }) => title === 'Entrega de informe')
    const response = await server().app.inject({ url: document, headers: { authorization: `Bearer ${jwt}` } })
    expect(
      response.rawPayload.equals(await readFile(join(schoolFolder, 'documentos/pauta-laboratorio.pdf'))),
    ).toBe(true)
    expect(response.headers['content-disposition']).toContain('pauta-laboratorio.pdf')
    const photo = await server().app.inject({ url: profile.students[0].enrollment.profile_image })
    expect(photo.statusCode).toBe(200)
  })

  it('drops data about a student’s origin', { tags: 'long' }, async () => {
    const marked = await schoolWith('alumnos.csv', (text) =>
      text.replaceAll(';0;04-03-2026', ';MARCA;04-03-2026'),
    )
    const { output } = await run(marked, '--apply')
    expect(output).not.toContain('MARCA')
    const tables = await query(`select tablename as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables)
      expect(await query(`select 1 from "${name}" row where row::text like '%MARCA%'`), name).toEqual([])
  })

  it('writes an audit row with numbers only', async () => {
    await run(schoolFolder, '--apply')
    const [note] = await query(
      `select action, establishment_id, detail from audit_log order by id desc limit 1`,
    )
    expect(note).toMatchObject({ action: 'operator', detail: { command: 'import' } })
    expect(note?.detail.counts.notas).toEqual({ added: 60, changed: 0, ended: 0, unchanged: 0 })
  })
})

describe('the Ministry’s list', () => {
  const list = join(fixturesFolder, 'SIGE Colegio Los Aromos de La Florida.xls')

  it('alone adds courses and students to an existing school', async () => {
    await query(`insert into establishments (name, rbd) values ('Colegio Los Aromos', '90003-6')`)
    const { output } = await run(list, '--apply')
    expect(output).toMatch(/^cursos +1 +0 +0 +0$/m)
    expect(output).toMatch(/^matrículas +4 +0 +0 +0$/m)
  })

  it('of a school that does not exist says who can create it', async () => {
    const { isDone, output } = await run(list)
    expect(isDone).toBe(false)
    expect(output).toContain('o que lo cree quien administra la aplicación')
    expect(output.match(/columna «RBD»/gi)).toEqual(['columna «RBD»'])
  })
})

describe('a OneRoster folder', () => {
  it('is shown to the guardian', async () => {
    for (const [name, text] of Object.entries(rosterSet)) await writeFile(join(folder(), `${name}.csv`), text)
    const { isDone, output } = await run(folder(), '--apply')
    expect(output).not.toContain('problema')
    expect(isDone).toBe(true)
    const [guardian] = await query(`select email from parents join student_parents on parent_id = parents.id
      where has_access order by parents.id limit 1`)
    const { jwt, profile, student_id } = await signInGuardian(guardian?.email)
    expect(profile.students[0]).toMatchObject({
      establishment: { name: 'Colegio Los Aromos', rbd: '90020-6' },
    })
    const periods = (await server().send('getSubPeriods', { student_id }, { jwt })).json()
    expect(periods.map(({ name }: { name: string }) => name)).toEqual(['1° Semestre', '2° Semestre'])
    const links = () =>
      query('select parent_type, other_type, financial_proxy from student_parents where has_access')
    const unsaid = { parent_type: 'other', other_type: 'Apoderado', financial_proxy: false }
    expect(await links()).toEqual([unsaid, unsaid])
    expect(output).toContain('la cuenta está deshabilitada allí: eso no le quita el acceso aquí')
    // The school's own sheet supplies values that a roster does not contain; a later import without it keeps them.
    const ownSheet = join(folder(), 'vinculos.csv')
    await writeFile(
      ownSheet,
      `run_alumno;doc_apoderado;parentesco;apoderado_economico;acceso;motivo_sin_acceso
40318926;42456123;madre;si;si;
40533274;AB123456;padre;no;no;Resolución del Tribunal de Familia`,
    )
    expect((await run(folder(), '--apply')).output).toContain('Guardado.')
    const ownLinks = [{ parent_type: 'mother', other_type: null, financial_proxy: true }]
    expect(await links()).toEqual(ownLinks)
    await rm(ownSheet)
    const secondRun = await run(folder(), '--apply')
    expect(secondRun.output).toMatch(/^notas +0 +0 +0 +\d+$/m)
    expect(await links()).toEqual(ownLinks)
  })

  it('may have subject sections with students of several courses, who see only their own section', {
    tags: 'long',
  }, async () => {
    const additionalRows: Record<string, string[]> = {
      courses: ['cat-ing,,,y26,Inglés,ING,05,o1,,'],
      classes: [1, 2].map((nth) => `ing${nth},,,Inglés ${nth},05,cat-ing,ING${nth},scheduled,,o1,y26,,,`),
      users: [
        'k5,,,true,o1,student,ema,,Ema,Lagos Soto,,40427815-0,,,,,05,',
        'k6,,,true,o1,student,leo,,Leo,Rojas Díaz,,40288001-5,,,,,05,',
      ],
      enrollments: ['h5a,o1,k5', 'h5b,o1,k6', 'ing1,o1,k1', 'ing1,o1,k2', 'ing2,o1,k5', 'ing2,o1,k6'].map(
        (row, index) => `e${30 + index},,,${row},student,,,`,
      ),
      lineItems: ['li3,,,Oral,,,2026-04-20,ing1,,s1,1.0,7.0', 'li4,,,Oral,,,2026-04-20,ing2,,s1,1.0,7.0'],
      results: ['r5,,,li3,k1,fully graded,6.5,,', 'r6,,,li4,k5,fully graded,3.0,,'],
    }
    for (const [name, text] of Object.entries(rosterSet))
      await writeFile(join(folder(), `${name}.csv`), [text, ...(additionalRows[name] ?? [])].join('\n'))
    const { output, isDone } = await run(folder(), '--apply')
    expect([isDone, output]).toEqual([true, expect.stringContaining('Guardado.')])
    expect(output).not.toContain('undefined')
    const { jwt, student_id } = await signInGuardian('paola@example.com')
    const [period] = (await server().send('getSubPeriods', { student_id }, { jwt })).json()
    const fields = { student_id, establishment_sub_period_id: period.id }
    const { averages } = (await server().send('getPeriodQualifications', fields, { jwt })).json()
    const english = averages.filter(({ subject }: { subject: string }) => subject === 'Inglés')
    expect(english).toMatchObject([{ average: 6.5 }])
    expect((await run(folder(), '--apply')).output).toMatch(/^electivos +0 +0 +0 +7$/m)
  })

  it('may contain concepts of a subject, which keeps that scale without results', {
    tags: 'long',
  }, async () => {
    const results = `sourcedId,lineItemSourcedId,studentSourcedId,scoreStatus,score,textScore
      r1,li1,k1,fully graded,5.4,
      r2,li2,k1,fully graded,,MB`
    for (const [name, text] of Object.entries({ ...rosterSet, results }))
      await writeFile(join(folder(), `${name}.csv`), text)
    expect((await run(folder(), '--apply')).output).toContain('Guardado.')
    expect(await query('select tenths, concept from grades order by tenths')).toEqual([
      { tenths: 54, concept: null },
      { tenths: null, concept: 'MB' },
    ])
    const scales = () =>
      query('select code, scale_type as scale from course_subjects order by code, course_id')
    const inConcepts = { code: 'rel', scale: 'other' }
    const expectedSubjects = [{ code: 'mat', scale: 'number' }, inConcepts, inConcepts]
    expect(await scales()).toEqual(expectedSubjects)
    await rm(join(folder(), 'results.csv'))
    expect((await run(folder(), '--apply')).output).toMatch(/^asignaturas +0 +0 +0 +3$/m)
    expect(await scales()).toEqual(expectedSubjects)
  })
})
