import { hash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createJpeg, createPng } from '@apoderados/importer/attachments/testing/pictures'
import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'

const { server, query, run, schoolWith } = setupImportCommand()
const ANDREA_RUN = '42601005'

/** Writes the school's sheets with these pictures of guardians. */
async function writeWithPictures(
  pictures: Record<string, Buffer>,
  change = (text: string) => text,
): Promise<string> {
  const folder = await schoolWith('apoderados.csv', change)
  await mkdir(join(folder, 'fotos/apoderados'))
  for (const [name, bytes] of Object.entries(pictures))
    await writeFile(join(folder, 'fotos/apoderados', name), bytes)
  return folder
}

describe('a photo in a delivery', () => {
  it('is refused if the guardian has two, and both are named', async () => {
    const folder = await writeWithPictures({
      [`${ANDREA_RUN}.jpg`]: await createJpeg(60, 80),
      [`${ANDREA_RUN}-4.png`]: await createPng(60, 80),
    })
    const { isDone, output } = await run(folder, '--apply')
    expect(isDone).toBe(false)
    expect(output).toMatch(
      /42601005(?:-4\.png|\.jpg): es de la misma persona que .*42601005(?:\.jpg|-4\.png) /,
    )
    expect(output).toContain('1 problema:')
  })

  it('is refused if the school has two badges', async () => {
    const folder = await writeWithPictures({})
    await writeFile(join(folder, 'fotos/insignia-90003-6.jpg'), await createJpeg(60, 60))
    expect((await run(folder)).output).toMatch(
      /insignia-90003-6\.\w+: es del mismo establecimiento que .*insignia/,
    )
  })

  it('is refused if its name has a wrong check digit', async () => {
    const folder = await writeWithPictures({
      [`${ANDREA_RUN}-5.jpg`]: await createJpeg(60, 80),
      'AB123456-5.jpg': await createJpeg(60, 80),
    })
    const { isDone, output } = await run(folder)
    expect(isDone).toBe(false)
    expect(output).toContain(
      `fotos/apoderados/${ANDREA_RUN}-5.jpg: el dígito verificador no corresponde (se esperaba 4)`,
    )
    expect(output).toContain('1 problema y 1 aviso:')
  })

  it('is reported if its person is not in the sheets', async () => {
    const folder = await writeWithPictures({ '426010054.jpg': await createJpeg(60, 80) })
    const { isDone, output } = await run(folder)
    expect(isDone).toBe(true)
    expect(output).toContain(
      'fotos/apoderados/426010054.jpg: la foto no es de nadie de estas hojas: no se guarda (se esperaba el documento de alguien',
    )
  })

  it('is reported once for all photos if the sheet is missing', async () => {
    const folder = await writeWithPictures({
      '42601005.jpg': await createJpeg(60, 80),
      'ab123456.jpg': await createJpeg(60, 80),
    })
    await rm(join(folder, 'apoderados.csv'))
    await rm(join(folder, 'vinculos.csv'))
    const { output } = await run(folder)
    expect(output.match(/fotos\/apoderados\/.+/g)).toEqual([
      'fotos/apoderados/42601005.jpg: 2 fotos como esta no se guardan: falta la hoja apoderados',
    ])
  })
})

const GUIDE_PATH = 'documentos/pauta-laboratorio.pdf'
const PERMIT_PATH = 'documentos/autorizacion-salida.pdf'

/**
 * Writes the school's sheets with an agenda that refers to the paths in `named`. `documents` maps the path of each
 * further file to the fixture whose content the file gets.
 */
async function writeWithDocuments(
  named: { guide: string; permit?: string },
  documents: Record<string, string> = {},
): Promise<string> {
  const copy = await schoolWith('agenda.csv', (text) =>
    text.replace(GUIDE_PATH, named.guide).replace(PERMIT_PATH, named.permit ?? PERMIT_PATH),
  )
  for (const [path, content] of Object.entries(documents)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), await readFile(join(schoolFolder, content)))
  }
  return copy
}

const hashOfFixture = async (path: string) => hash('sha256', await readFile(join(schoolFolder, path)))

const readStoredHashes = async () => {
  const rows = await query(
    `select document_hash as hash from events where document_hash is not null order by day`,
  )
  return rows.map((row) => row.hash)
}

describe('a document in a delivery', () => {
  it('is found by its exact path, or directly in the folder of documents, before deeper folders', async () => {
    const other = { 'documentos/zz/pauta-laboratorio.pdf': PERMIT_PATH }
    for (const guide of [GUIDE_PATH, 'pauta-laboratorio.pdf']) {
      const { output } = await run(await writeWithDocuments({ guide }, other), '--apply')
      expect(output).toContain('Guardado.')
      expect(await readStoredHashes()).toEqual([
        await hashOfFixture(GUIDE_PATH),
        await hashOfFixture(PERMIT_PATH),
      ])
    }
  })

  it('with an ambiguous name is reported, and needs its folder', async () => {
    const guides = { 'documentos/5A/guia.pdf': GUIDE_PATH, 'documentos/6A/guia.pdf': PERMIT_PATH }
    const { isDone, output } = await run(await writeWithDocuments({ guide: 'guia.pdf' }, guides), '--apply')
    expect(isDone).toBe(false)
    expect(output).toContain(
      'agenda.csv, fila 4, columna «documento»: hay más de un documento «guia.pdf» (se esperaba también su carpeta, como 5A/guia.pdf)',
    )
    expect(output).toContain('1 problema:')
    const named = { guide: '5A/guia.pdf', permit: '6A\\guia.pdf' }
    expect((await run(await writeWithDocuments(named, guides), '--apply')).output).toContain('Guardado.')
    expect(await readStoredHashes()).toEqual([
      await hashOfFixture(GUIDE_PATH),
      await hashOfFixture(PERMIT_PATH),
    ])
  })

  it('that is also a badge keeps its pixels, and the badge is stored reduced', async () => {
    const picture = await createPng(600, 600)
    const copy = await writeWithDocuments({ guide: 'documentos/afiche.png' })
    for (const path of ['documentos/afiche.png', 'fotos/insignia-90003-6.png'])
      await writeFile(join(copy, path), picture)
    expect((await run(copy, '--apply')).output).toContain('Guardado.')
    const [ids] = await query(`select insign_id, document_id from establishments, events
      where document_name = 'afiche.png'`)
    const { files } = server().services
    expect(await files.read(ids?.document_id)).toEqual(picture)
    const badge = new Transformer((await files.read(ids?.insign_id)) ?? picture)
    expect(await badge.metadata()).toMatchObject({ width: 512, height: 512 })
  })
})
