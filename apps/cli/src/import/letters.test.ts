import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readInvitations } from '@apoderados/core/invitations/invitationLetters'
import { explain } from '@apoderados/importer/explain'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'

const { server, query, run, runWithoutPublicUrl, schoolWith, folder } = setupImportCommand()

async function readPdfText(path: string): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)))
  return (await extractText(document, { mergePages: true })).text
}

async function readValidPasswords(): Promise<string[]> {
  const { db, services } = server()
  const passwords: string[] = []
  for await (const letters of readInvitations(db, services.keys, 'all live'))
    passwords.push(...letters.map(({ password }) => password))
  return passwords
}

describe('the letters of an import', () => {
  it('replace the mails', async () => {
    const letters = join(folder(), 'cartas.pdf')
    await writeFile(`${letters}.${process.pid}.partial`, '%PDF-') // Left by a killed process with the same process id.
    const { output } = await run(schoolFolder, '--apply', '--letters', letters)
    expect(output).toContain(`6 apoderados que aún no entran: sus cartas están en ${letters}.`)
    expect((await readFile(letters)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await query('select 1 from mails')).toEqual([])
    await expect(run(schoolFolder, '--apply', '--letters', letters)).rejects.toThrow('ya existe')
  })

  it('are refused without PUBLIC_URL, and mails are not sent, but the data are saved', async () => {
    const letters = join(folder(), 'cartas.pdf')
    await expect(runWithoutPublicUrl(schoolFolder, '--apply', '--letters', letters)).rejects.toThrow(
      /^Falta PUBLIC_URL/,
    )
    expect(await query('select 1 from establishments')).toEqual([])
    const { output } = await runWithoutPublicUrl(schoolFolder, '--apply')
    expect(output).toContain(
      '6 apoderados que aún no entran: no salió ningún correo, porque falta PUBLIC_URL',
    )
    expect(await query('select 1 from establishments')).toHaveLength(1)
    expect(await query('select 1 from mails union all select 1 from invitations')).toEqual([])
  })

  it('are refused if their path is not writable, before anything is written', async () => {
    const letters = join(folder(), 'no-existe', 'cartas.pdf')
    const error = await run(schoolFolder, '--apply', '--letters', letters).catch((thrown) => thrown)
    expect(explain(error)).toBe(`No se puede: ${dirname(letters)}: no existe`)
    expect(await query('select 1 from establishments')).toEqual([])
  })

  it('are printed for the schools that were imported when a later school fails', async () => {
    const two = await schoolWith('establecimientos.csv', (text) =>
      text.replace(/^(90003;6;)(.+)$/m, '$1$2\n90010;9;Liceo Puerta del Valle$2'),
    )
    await query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`)
    await query(`create trigger refuse before insert on establishments for each row
      when (new.rbd = '90010-9') execute function refuse()`)
    const letters = join(folder(), 'cartas.pdf')
    const wrong = run(two, '--rbd', '90003-6', '--apply', '--letters', letters)
    await expect(wrong).rejects.toThrow(
      /^Al guardar el establecimiento 2 de 2: .*refused.+Establecimientos guardados: 1 de 2/s,
    )
    await query('drop function refuse cascade')
    const text = await readPdfText(letters)
    const passwords = await readValidPasswords()
    expect(passwords).toHaveLength(6)
    for (const password of passwords) expect(text).toContain(password)
  })
})
