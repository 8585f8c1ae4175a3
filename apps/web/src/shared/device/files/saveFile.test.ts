import { expect, it } from 'vitest'
import { simulatePhone } from '../../../testing/phone.ts'
import { saveFile } from './saveFile.ts'

const PIECE_BYTES = 768 * 1024
const documentPath = 'documentos/Guia_no_2.pdf'
const uriResponse = () => ({ uri: `file:///data/cache/${documentPath}` })
const openFile = (content: Blob, signal = new AbortController().signal) =>
  saveFile('Guía nº 2.pdf', content, signal)

it('is passed to the phone in parts, in order, and opened', async () => {
  const phone = simulatePhone({ 'Filesystem.getUri': uriResponse })
  const bytes = new Uint8Array(2 * PIECE_BYTES + 1).map((_, at) => at % 251)
  expect(await openFile(new Blob([bytes]))).toBeUndefined()
  const pieces = phone.calls.filter(({ options }) => options.data !== undefined)
  expect(pieces.map(({ method }) => method)).toEqual([
    'Filesystem.writeFile',
    'Filesystem.appendFile',
    'Filesystem.appendFile',
  ])
  const written = Buffer.concat(pieces.map(({ options }) => Buffer.from(String(options.data), 'base64')))
  expect(written.equals(Buffer.from(bytes))).toBe(true)
  expect(pieces[0]?.options).toMatchObject({ path: documentPath, directory: 'CACHE' })
  expect(phone.calls.at(-1)?.options).toEqual({ path: `/data/cache/${documentPath}` })
})

it.each([
  [
    'FileViewer.openDocumentFromLocalPath',
    'No hay en este teléfono una aplicación que abra este tipo de archivo.',
  ],
  ['Filesystem.writeFile', 'No se pudo guardar en este teléfono. Revisa que tenga espacio libre.'],
])('shows a failure of %s', async (method, message) => {
  simulatePhone({ 'Filesystem.getUri': uriResponse, [method]: () => Promise.reject(new Error('refused')) })
  expect(await openFile(new Blob(['%PDF']))).toBe(message)
})

it('is neither written further nor opened once cancelled', async () => {
  const stop = new AbortController()
  const phone = simulatePhone({ 'Filesystem.writeFile': () => stop.abort() })
  await openFile(new Blob([new Uint8Array(PIECE_BYTES + 1)]), stop.signal)
  expect(phone.names()).toEqual(['Filesystem.writeFile'])
})
