import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queryClient.ts'
import { Toaster } from '../../shared/ui/notices/Toaster.tsx'
import { hideToast } from '../../shared/ui/notices/toast.ts'
import { aProfile, aStudent, tomas } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { type CertificateOutcome, ReportsPage, randomOutcome } from './ReportsPage.tsx'

const renderReports = (draw?: () => CertificateOutcome) =>
  render(
    <>
      <ReportsPage key={1} student={aStudent()} {...(draw && { draw })} />
      <Toaster />
    </>,
  )
/** Sets which certificates the school issues; null for a server that issues none. */
const issue = (kinds: string[] | null) => {
  for (const { id } of [aStudent(), tomas])
    queryClient.setQueryData(['getCertificates', { student_id: id }], kinds && { kinds })
}
const row = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement)
const pressDownload = (title: string) =>
  fireEvent.click(screen.getByRole('button', { name: `Descargar Certificado de ${title}` }))
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers()
  signedIn()
  issue(null)
})
afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

it('lists three certificates, each with its download', () => {
  renderReports()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Certificado de alumno regularAcredita la matrícula vigente',
    'Certificado de notasCalificaciones del período',
    'Certificado de matrículaDatos de matrícula y curso',
  ])
  row('Certificado de alumno regular').getByRole('button', {
    name: 'Descargar Certificado de alumno regular',
  })
  row('Certificado de notas').getByRole('button', { name: 'Descargar Certificado de notas' })
  row('Certificado de matrícula').getByRole('button', { name: 'Descargar Certificado de matrícula' })
})

describe('a download', () => {
  it('shows its progress on its row for 1.5 s', async () => {
    renderReports(() => 'success')
    pressDownload('notas')
    const bar = row('Certificado de notas').getByRole<HTMLProgressElement>('progressbar', {
      name: 'Descargando Certificado de notas',
    })
    expect(bar.value).toBe(0)
    await advanceTime(750)
    expect(bar.value).toBeGreaterThan(40)
    expect(bar.value).toBeLessThan(70)
    await advanceTime(749)
    screen.getByRole('progressbar')
    await advanceTime(1)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('that succeeds shows a message', async () => {
    renderReports(() => 'success')
    pressDownload('notas')
    await advanceTime(1_500)
    expect(screen.getByText('¡Tu reporte ha sido descargado!').closest('[role=status]')).not.toBeNull()
  })

  it('that fails shows an alert', async () => {
    renderReports(() => 'error')
    pressDownload('notas')
    await advanceTime(1_500)
    expect(screen.getByRole('alert').textContent).toBe('Ha ocurrido un error')
  })

  it('that is under way is not restarted', async () => {
    const draw = vi.fn(() => 'success' as const)
    renderReports(draw)
    pressDownload('notas')
    await advanceTime(1_000)
    const far = screen.getByRole<HTMLProgressElement>('progressbar').value
    pressDownload('notas')
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(far)
    const button = screen.getByRole('button', { name: 'Descargar Certificado de notas' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await advanceTime(500)
    expect(draw).toHaveBeenCalledOnce()
    expect(screen.queryByRole('progressbar')).toBeNull()
    await advanceTime(5_000)
    expect(draw).toHaveBeenCalledOnce()
  })
})

describe('a download is cancelled', () => {
  it('after the page is left', async () => {
    const draw = vi.fn(() => 'error' as const)
    const { rerender } = renderReports(draw)
    pressDownload('notas')
    await advanceTime(1_000)
    rerender(<Toaster />)
    await advanceTime(5_000)
    expect(draw).not.toHaveBeenCalled()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('after the student changes', async () => {
    const draw = vi.fn(() => 'error' as const)
    const { rerender } = renderReports(draw)
    pressDownload('notas')
    rerender(
      <>
        <ReportsPage key={2} student={tomas} draw={draw} />
        <Toaster />
      </>,
    )
    expect(screen.queryByRole('progressbar')).toBeNull()
    await advanceTime(5_000)
    expect(draw).not.toHaveBeenCalled()
  })
})

it('succeeds if the random number is below 0.5', () => {
  const random = vi.spyOn(Math, 'random')
  random.mockReturnValue(0.49)
  expect(randomOutcome()).toBe('success')
  random.mockReturnValue(0.5)
  expect(randomOutcome()).toBe('error')
})

it('refreshes the profile as every data page does', async () => {
  vi.useRealTimers()
  const api = fakeApi()
  api.refuse('getProfile', 500)
  api.respond('getProfile', aProfile())
  renderReports()
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  await screen.findByText('No se pudo actualizar')
  screen.getByText('Certificado de notas')
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => screen.queryByText('No se pudo actualizar')).toBeNull()
})

describe('a certificate that the school issues', () => {
  beforeEach(() => {
    vi.useRealTimers()
    issue(['grades'])
  })

  it('is downloaded, and the other ones are still simulated', async () => {
    const draw = vi.fn(() => 'error' as const)
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Notas.pdf"',
    }
    const fetched = vi.fn(async (_: Request) => new Response('%PDF', { headers }))
    vi.stubGlobal('fetch', fetched)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    renderReports(draw)
    pressDownload('notas')
    await screen.findByText('¡Tu reporte ha sido descargado!')
    expect(saved).toHaveBeenCalledOnce()
    expect(fetched.mock.lastCall?.[0].url).toMatch(/\/certificates\/grades\?student_id=\d+$/)
    expect(draw).not.toHaveBeenCalled()
    pressDownload('matrícula')
    await screen.findByText('Ha ocurrido un error', {}, { timeout: 3_000 })
    expect(draw).toHaveBeenCalledOnce()
  })

  it('shows the other message if it fails', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
    renderReports()
    pressDownload('notas')
    await screen.findByText('Ha ocurrido un error')
  })
})
