import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Letter } from '@apoderados/core/invitations/invitationLetters'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLetters } from './letters.ts'

const APP_URL = 'https://apoderados.colegio.cl'
const sampleLetter: Letter = {
  parent_id: 1,
  name: 'Carolina',
  last_name: 'Muñoz Araya',
  email: 'apoderada@example.com',
  password: '7KQ0-M1XF-0ZB8D',
  expires_at: new Date('2026-11-30T18:42:00Z'),
  time_zone: 'America/Santiago',
  establishments: ['Colegio Los Aromos de La Florida'],
  students: [
    { name: 'Martina Antonia', course: '5° Básico A', list_number: 12 },
    { name: 'Tomás Ignacio', course: '2° Medio B', list_number: null },
  ],
}

let folder: string
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apoderados-letters-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newPath = () => {
  fileCount += 1
  return join(folder, `cartas-${fileCount}.pdf`)
}
async function* inBatches(letters: Letter[], size = 2): AsyncGenerator<Letter[]> {
  for (let start = 0; start < letters.length; start += size) yield letters.slice(start, start + size)
}
const openPdf = async (path: string) => getDocumentProxy(new Uint8Array(await readFile(path)))

/** Writes the letters and returns the text of each page as one line. */
async function pagesOf(letters: Letter[], publicUrl: string | undefined = APP_URL): Promise<string[]> {
  const path = newPath()
  expect(await writeLetters(path, inBatches(letters), publicUrl)).toBe(letters.length)
  const { text } = await extractText(await openPdf(path), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' '))
}

describe('a letter', () => {
  it('states the guardian, the address, the password, its expiry, and the child’s course', async () => {
    const [page] = await pagesOf([sampleLetter])
    for (const text of [
      'Colegio Los Aromos de La Florida',
      'Hola, Carolina Muñoz Araya:',
      `Dirección ${APP_URL}`,
      'Correo electrónico apoderada@example.com',
      'Contraseña de un solo uso 7KQ0-M1XF-0ZB8D',
      'Vale hasta el lunes 30 de noviembre de 2026 a las 15:42 (hora de Santiago).',
      'Para la familia de Martina Antonia 5° Básico A · N° 12 Tomás Ignacio 2° Medio B',
      '3 Elige tu propia contraseña.',
      'No muestres esta carta',
      'rompe la carta',
      'Carta personal de Carolina Muñoz Araya',
    ])
      expect(page).toContain(text)
  })

  it('without a known address refers to the one that the school announced', async () => {
    const path = newPath()
    await writeLetters(path, inBatches([sampleLetter]), undefined)
    const { text } = await extractText(await openPdf(path), { mergePages: true })
    expect(text).toContain('La que te indicó el colegio')
    expect(text).not.toMatch(/undefined|https?:/)
  })

  it('prints every Latin name correctly, with composed and decomposed accents', async () => {
    const names = [
      'Łukasz Ñuñoa O’Ryan',
      'Čestmír Đorđević',
      'Nguyễn Văn Ánh',
      'Ũla Ǧāzī Şahin',
      'Rayén Huaiquimán',
    ]
    const pages = await pagesOf(
      names.map((name) => ({ ...sampleLetter, name: name.normalize('NFD'), students: [] })),
    )
    for (const [index, name] of names.entries()) expect(pages[index]).toContain(`Hola, ${name} Muñoz Araya:`)
    expect(pages[0]).toContain('Para Łukasz Ñuñoa O’Ryan Muñoz Araya')
  })

  it('fits on one page however long its words are, without cutting the address or the password', async () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(63)}.cl`
    const long = {
      ...sampleLetter,
      email,
      name: 'María del Carmen '.repeat(8),
      last_name: 'Fernández-Concha y Subercaseaux '.repeat(4),
      establishments: Array.from(
        { length: 4 },
        (_, index) => `Liceo Bicentenario de Excelencia ${index} de Puerto Montt`,
      ),
      students: Array.from({ length: 9 }, (_, index) => ({
        name: 'Maximiliano Bartolomé Nicanor Segundo',
        course: `${index}° Medio Científico-Humanista A`,
        list_number: 40 + index,
      })),
    }
    const path = newPath()
    await writeLetters(path, inBatches([long, sampleLetter]), `https://${'apoderados.'.repeat(5)}cl`)
    const document = await openPdf(path)
    expect(document.numPages).toBe(2)
    const page = await document.getPage(1)
    const { items } = await page.getTextContent()
    const placed = items.filter((item) => 'transform' in item && item.str.trim() !== '') as {
      str: string
      width: number
      transform: number[]
    }[]
    const all = placed.map(({ str }) => str).join('')
    for (const text of [email, sampleLetter.password, 'y 6 más', 'un código a tu correo.']) {
      expect(all.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''))
    }
    const [, , right = 0] = page.view
    for (const { str, width, transform } of placed) {
      const [x = 0, y = 0] = transform.slice(4)
      expect([str, x >= 56, x + width <= right - 55, y > 25]).toEqual([str, true, true, true])
      if (!/^Carta/.test(str)) expect(y, str).toBeGreaterThan(46) // Above the line of the footer.
    }
  })
})

describe('the file of letters', () => {
  it('contains all letters in order, numbered, each with its own content', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...sampleLetter,
      email: `familia.${index}@example.com`,
      password: `0000-0000-${String(index).padStart(5, '0')}`,
    }))
    const pages = await pagesOf(many)
    expect(pages).toHaveLength(40)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`familia.${index}@example.com`)
      expect(page).toContain(`0000-0000-${String(index).padStart(5, '0')}`)
      expect(page).toMatch(new RegExp(`Carta ${index + 1}$`))
    }
  })

  it('is readable by this user only, and replaces no other file', async () => {
    const path = newPath()
    await writeLetters(path, inBatches([sampleLetter]), APP_URL)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const existingPath = newPath()
    await writeFile(existingPath, 'mía')
    await expect(writeLetters(existingPath, inBatches([sampleLetter]), APP_URL)).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await readFile(existingPath, 'utf8')).toBe('mía')
  })

  it('does not exist, not even in part, if the letters fail', async () => {
    const path = newPath()
    async function* broken() {
      yield [sampleLetter, sampleLetter]
      throw new Error('the database went away')
    }
    await expect(writeLetters(path, broken(), APP_URL)).rejects.toThrow('the database went away')
    const [name] = path.split('/').slice(-1)
    expect((await readdir(folder)).filter((file) => file.startsWith(name as string))).toEqual([])
  })

  it('is not written if there are no letters', async () => {
    const path = newPath()
    expect(await writeLetters(path, inBatches([]), APP_URL)).toBe(0)
    const { text } = await extractText(await openPdf(path), { mergePages: true })
    expect(text).toContain('No hay cartas')
  })
})
