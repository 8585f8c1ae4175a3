import type { Page } from '@playwright/test'
import { emulatePhone, enterOnPhone } from '../support/native/nativeBridge.ts'
import { Phone, RefusedCallError } from '../support/native/phone.ts'
import type { Platform } from '../support/native/pluginHeaders.ts'
import { API, expect, test } from '../support/support.ts'

const PIECE_CHARACTERS_MAX = 1024 * 1024
const documentPath = `${API}/documents/${'a'.repeat(32)}`
const event = {
  id: 7,
  title: 'Con guía',
  description: null,
  date: '2026-10-15',
  content: null,
  course: null,
  subject: null,
  document: documentPath,
}
const startDownload = (page: Page) =>
  page.getByRole('button', { name: 'Descargar documento adjunto' }).click()

/** Opens the detail of an event whose document is `content`. */
async function openEvent(page: Page, phone: Phone, content: Buffer): Promise<void> {
  await page.route(`**${API}/diaries/events*`, (route) => route.fulfill({ json: [event] }))
  await page.route(`**${documentPath}`, (route) =>
    route.fulfill({
      body: content,
      contentType: 'application/pdf',
      headers: { 'content-disposition': `attachment; filename*=UTF-8''Gu%C3%ADa%20n%C2%BA%202.pdf` },
    }),
  )
  await emulatePhone(page, phone)
  await enterOnPhone(page, phone, '/app/agenda')
  await page.getByRole('button', { name: event.title }).click()
}

for (const platform of ['android', 'ios'] satisfies Platform[]) {
  test(`a document is saved in pieces and opened by the phone on ${platform}`, async ({ page }) => {
    const phone = new Phone(platform)
    const content = Buffer.alloc(5_000_001, 'El gato y la caja. ')
    await openEvent(page, phone, content)
    await startDownload(page)
    await expect.poll(() => phone.opened).toEqual(['/data/cache/documentos/Guia_no_2.pdf'])
    expect(phone.files.get('documentos/Guia_no_2.pdf')?.equals(content)).toBe(true)
    const pieces = phone.calls.filter(({ method }) => /^(write|append)File$/.test(method))
    expect(pieces).toHaveLength(7)
    for (const { options } of pieces) {
      expect(String(options.data).length).toBeLessThanOrEqual(PIECE_CHARACTERS_MAX)
      expect(options.directory).toBe('CACHE')
    }
  })
}

test('documents are deleted with the session, and leftovers at the next start', async ({ page }) => {
  const phone = new Phone('android')
  phone.files.set('documentos/antiguo.pdf', Buffer.from('x'))
  await openEvent(page, phone, Buffer.from('%PDF'))
  await expect.poll(() => phone.files.size).toBe(0)
  await startDownload(page)
  await expect.poll(() => phone.opened).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.route(`**${API}/diaries/**`, (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => phone.files.size).toBe(0)
})

for (const [method, reason] of [
  [
    'FileViewer.openDocumentFromLocalPath',
    'No hay en este teléfono una aplicación que abra este tipo de archivo.',
  ],
  ['Filesystem.writeFile', 'No se pudo guardar en este teléfono. Revisa que tenga espacio libre.'],
] as const) {
  test(`a phone that rejects ${method} shows why, and the document can be requested again`, async ({
    page,
  }) => {
    const phone = new Phone('android')
    const { [method]: works } = phone.methods
    phone.methods[method] = () => {
      throw new RefusedCallError('refused', 'OS-PLUG-FLVW-0010')
    }
    await openEvent(page, phone, Buffer.from('%PDF'))
    await startDownload(page)
    await expect(page.getByRole('alert')).toHaveText(`No se pudo abrir el documento.${reason}`)
    if (works) phone.methods[method] = works
    await startDownload(page)
    await expect.poll(() => phone.opened).toHaveLength(1)
    await expect(page.getByRole('alert')).toBeHidden()
  })
}
