import type { DiaryEvent } from '@apoderados/contract/calendar/agenda'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getSession } from '../../shared/session/store.ts'
import { simulatePhone } from '../../testing/phone.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { EventDetail } from './EventDetail.tsx'

const documentLink = `/api/v1/mobile/parent/documents/${'a'.repeat(32)}`
const event: DiaryEvent = {
  id: 1,
  title: 'Prueba Unidad 2',
  description: 'Segunda del semestre',
  date: '2026-10-15T08:30:00-03:00',
  content: 'Fracciones.\nTraer regla.',
  course: { description: '5° Básico A' },
  subject: { name: 'Matemática' },
  document: documentLink,
}

const showEvent = (changes: Partial<DiaryEvent> = {}) =>
  render(<EventDetail event={{ ...event, ...changes }} onClose={() => undefined} />)
const facts = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the detail', () => {
  it('is named by the event and shows all its fields', () => {
    showEvent()
    const dialog = within(screen.getByRole('dialog', { name: 'Prueba Unidad 2' }))
    dialog.getByText('Segunda del semestre')
    expect(facts()).toEqual([
      'Asignatura: Matemática',
      'Curso: 5° Básico A',
      'Fecha: Jueves 15 de octubre de 2026, 08:30',
      'Contenido: Fracciones.\nTraer regla.',
    ])
    dialog.getByRole('button', { name: 'Descargar documento adjunto' })
    expect(screen.queryByRole('button', { name: 'Agregar al calendario' })).toBeNull()
  })

  it('keeps the line breaks of the description', () => {
    showEvent({ description: 'Segunda del semestre.\nVale el doble.' })
    expect(document.querySelector('h2 + p .whitespace-pre-line')?.textContent).toBe(
      'Segunda del semestre.\nVale el doble.',
    )
  })

  it('names missing fields', () => {
    showEvent({ title: null, description: null, course: null, subject: null, content: null, document: null })
    screen.getByRole('dialog', { name: 'Sin título' })
    expect(facts()).toEqual([
      'Asignatura: Sin asignatura',
      'Curso: Sin curso',
      'Fecha: Jueves 15 de octubre de 2026, 08:30',
      'Contenido: Sin contenido',
    ])
    expect(screen.queryByRole('button', { name: /Descargar/ })).toBeNull()
  })

  it.each([
    ['2026-03-04', 'Miércoles 4 de marzo de 2026'],
    ['2026-04-05', 'Domingo 5 de abril de 2026'],
    ['2026-09-06', 'Domingo 6 de septiembre de 2026'],
    ['2026-10-15T02:30:00Z', 'Miércoles 14 de octubre de 2026, 23:30'],
  ])('reads %s as %s', (date, shown) => {
    showEvent({ date })
    expect(facts()).toContain(`Fecha: ${shown}`)
  })
})

it('is added to a phone’s calendar once', async () => {
  const phone = simulatePhone({
    'CapacitorCalendar.requestFullCalendarAccess': () => ({ result: 'granted' }),
  })
  signedIn()
  showEvent()
  fireEvent.click(await screen.findByRole('button', { name: 'Agregar al calendario' }))
  const added = await screen.findByRole('button', { name: 'Agregado al calendario' })
  fireEvent.click(added)
  const events = phone.calls.filter(({ method }) => method === 'CapacitorCalendar.createEvent')
  expect(events.map(({ options }) => options.title)).toEqual(['Prueba Unidad 2'])
})

describe('the document', () => {
  /** Answers the request for the document with a stream, to which the test sends parts. */
  function serveDocument(headers: Record<string, string> = {}) {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    let signal: AbortSignal | undefined
    const fetch = vi.fn(async (_: Request, options: { signal?: AbortSignal } = {}) => {
      signal = options.signal
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller
          signal?.addEventListener('abort', () => controller.error(signal?.reason))
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/pdf', ...headers } })
    })
    vi.stubGlobal('fetch', fetch)
    return {
      fetch,
      isGivenUp: () => signal?.aborted,
      send: async (bytes: number) => {
        await waitFor(() => expect(fetch).toHaveBeenCalled())
        await act(async () => stream?.enqueue(new Uint8Array(bytes)))
      },
      end: () => act(async () => stream?.close()),
    }
  }

  function watchSaved() {
    const saved: { name: string; content: Blob }[] = []
    const contents = new Map<string, Blob>()
    URL.createObjectURL = (content) => {
      contents.set(`blob:${contents.size}`, content as Blob)
      return `blob:${contents.size - 1}`
    }
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, content: contents.get(this.href) as Blob })
    })
    return saved
  }

  const start = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Descargar documento adjunto' }))
  }
  const refuse = (status: number, body: object) =>
    vi.stubGlobal('fetch', async () => Response.json(body, { status }))

  beforeEach(() => signedIn())

  it('is downloaded with a progress, and saved under its name', async () => {
    const saved = watchSaved()
    const { send, end, fetch } = serveDocument({
      'content-length': '200',
      'content-disposition': 'attachment; filename="guia.pdf"',
    })
    showEvent()
    start()
    await send(90)
    const busy = screen.getByRole('button', { name: 'Descargando 45%' })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    expect((screen.getByRole('progressbar') as HTMLProgressElement).value).toBe(45)
    fireEvent.click(busy)
    await send(110)
    await end()
    await screen.findByText('Documento descargado')
    expect(saved.map(({ name, content }) => [name, content.size, content.type])).toEqual([
      ['guia.pdf', 200, 'application/pdf'],
    ])
    expect(fetch).toHaveBeenCalledOnce()
    screen.getByRole('button', { name: 'Descargar documento adjunto' })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('that fails shows the server’s message and can be retried', async () => {
    const saved = watchSaved()
    refuse(404, { success: false, message: 'No encontrado' })
    showEvent()
    start()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('No se pudo descargar el documento.No encontrado')
    const { send, end } = serveDocument()
    start()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await send(10)
    await end()
    await waitFor(() => expect(saved).toHaveLength(1))
  })

  it('that fails without a message shows a general one', async () => {
    refuse(500, {})
    showEvent()
    start()
    expect((await screen.findByRole('alert')).textContent).toBe('No se pudo descargar el documento.')
  })

  it('that does not reach the server shows advice', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    showEvent()
    start()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No se pudo descargar el documento.Necesitas conexión a internet.',
    )
  })

  it('signs out when the session is over', async () => {
    refuse(401, { success: false, message: 'Token inválido' })
    showEvent()
    start()
    await waitFor(() => expect(getSession().auth_token).toBeNull())
  })

  it.each([
    ['closed', undefined],
    ['another', { ...event, id: 2 }],
  ])('is given up when the event is %s', async (_, next) => {
    const saved = watchSaved()
    const { send, isGivenUp } = serveDocument({ 'content-length': '20' })
    const { rerender } = showEvent()
    start()
    await send(10)
    rerender(<EventDetail event={next} onClose={() => undefined} />)
    expect(isGivenUp()).toBe(true)
    await act(async () => undefined)
    expect(saved).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<EventDetail event={event} onClose={() => undefined} />)
    screen.getByRole('button', { name: 'Descargar documento adjunto' })
  })

  it('is cancelled when the page is left', async () => {
    const { send, isGivenUp } = serveDocument()
    const { unmount } = showEvent()
    start()
    await send(10)
    unmount()
    await waitFor(() => expect(isGivenUp()).toBe(true))
  })
})
