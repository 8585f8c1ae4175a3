import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../../testing/fakeApi.ts'
import { signedIn } from '../../../testing/signedIn.ts'
import { queryClient } from '../../api/queryClient.ts'
import { useApi } from '../../api/useApi.ts'
import { EmptyList } from '../notices/EmptyList.tsx'
import { DataPage } from './DataPage.tsx'

function Attendance() {
  const attendance = useApi('getArrears', { student_id: 1 })
  const percentage = attendance.data?.attendance_percentage
  return (
    <DataPage title="Asistencia" query={attendance}>
      {percentage === undefined ? <EmptyList hint="Pronto." /> : <p>{percentage} de 100</p>}
    </DataPage>
  )
}

const arrearsResponse = (attendance_percentage: number) => ({ arrears: [], attendance_percentage })
const clickRefresh = () => fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => {
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })
}
const goOffline = () => setOnline(false)
const comeOnline = () => setOnline(true)
/** Returns the shown ages of the data: in the notice and, on a desktop, beside the button `Actualizar`. */
const shownAges = () =>
  screen.queryAllByText(/^(Actualizado|Datos guardados) hace/).map(({ textContent }) => textContent)

beforeEach(() => {
  queryClient.clear()
  signedIn()
})

describe('the first load', () => {
  it('shows that it is loading, then the data', async () => {
    fakeApi().respond('getArrears', arrearsResponse(90))
    render(<Attendance />)
    screen.getByText('Cargando')
    await screen.findByText('90 de 100')
    expect(screen.queryByText('Cargando')).toBeNull()
  })

  it('that fails shows an empty page and a notice with the reason and a retry button', async () => {
    const api = fakeApi()
    api.refuse('getArrears', 500, 'No pudimos')
    api.respond('getArrears', arrearsResponse(90))
    render(<Attendance />)
    await screen.findByText('No se pudo cargar')
    await screen.findByText('Sin Elementos.')
    screen.getByText('No pudimos')
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('90 de 100')
  })
})

describe('a refresh', () => {
  it('shows new data at once, and spins for 2 s nevertheless', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // Each poll advances the fake clock by 1 ms, independent of the real duration.
    const shows = (text: string) =>
      expect.poll(() => screen.queryByText(text), { interval: 1 }).not.toBeNull()
    const api = fakeApi()
    api.respond('getArrears', arrearsResponse(90))
    api.respond('getArrears', arrearsResponse(95))
    render(<Attendance />)
    await shows('90 de 100')
    clickRefresh()
    await shows('95 de 100')
    screen.getByText('Actualizando')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.queryByText('Actualizando')).toBeNull()
    vi.useRealTimers()
  })

  it('that fails keeps the content and shows a notice', async () => {
    const api = fakeApi()
    api.respond('getArrears', arrearsResponse(90))
    api.refuse('getArrears', 500)
    render(<Attendance />)
    await screen.findByText('90 de 100')
    clickRefresh()
    await screen.findByText('No se pudo actualizar')
    screen.getByText('90 de 100')
    screen.getByText('Error en el servicio')
  })
})

describe('without a connection', () => {
  it('keeps the data and shows a notice with its age', async () => {
    fakeApi().respond('getArrears', arrearsResponse(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    goOffline()
    await screen.findByText('Sin conexión')
    expect(shownAges()).toContain('Datos guardados hace un momento')
    // The live region excludes the age, so that it is not announced each minute.
    const spoken = screen.getAllByRole('status').flatMap((status) => [...status.querySelectorAll('p')])
    const growing = spoken.filter(({ textContent }) => textContent?.startsWith('Datos guardados'))
    expect(growing.map((age) => age.getAttribute('aria-live'))).toEqual(['off'])
    screen.getByText('90 de 100')
    comeOnline()
    expect(screen.queryByText('Sin conexión')).toBeNull()
  })

  it('says on a first load that the device has no data of the child', async () => {
    fakeApi().breakLine('getArrears')
    goOffline()
    render(<Attendance />)
    await screen.findByText('Sin conexión')
    await screen.findByText('No hay datos guardados de Martina en este dispositivo')
    await screen.findByText('Sin Elementos.')
    expect(shownAges()).toEqual([])
    screen.getByRole('button', { name: 'Reintentar' })
    comeOnline()
  })
})

describe('a server that does not respond', () => {
  it('is not called a missing connection', async () => {
    fakeApi().breakLine('getArrears')
    render(<Attendance />)
    await screen.findByText('El colegio no responde')
    screen.getByText('No hay datos guardados de Martina en este dispositivo')
    expect(screen.queryByText('Sin conexión')).toBeNull()
  })

  it('is named if a proxy answers for it', async () => {
    fakeApi().send('getArrears', 502, '<h1>Bad Gateway</h1>', 'text/html')
    render(<Attendance />)
    await screen.findByText('No se pudo cargar')
    screen.getByText('El colegio no responde')
  })

  it('keeps the content when a refresh does not reach the server', async () => {
    const api = fakeApi()
    api.respond('getArrears', arrearsResponse(90))
    api.breakLine('getArrears')
    render(<Attendance />)
    await screen.findByText('90 de 100')
    clickRefresh()
    await screen.findByText('El colegio no responde')
    screen.getByText('90 de 100')
    expect(screen.queryByText('No se pudo actualizar')).toBeNull()
  })
})

describe('the pull gesture', () => {
  const pull = (distance: number) => {
    const page = screen.getByRole('heading', { level: 1 })
    const touchAt = (clientY: number) => ({ touches: [{ clientX: 50, clientY }] })
    fireEvent.touchStart(page, touchAt(100))
    fireEvent.touchMove(page, touchAt(100 + distance / 2))
    const isBrowserStopped = !fireEvent.touchMove(page, touchAt(100 + distance))
    fireEvent.touchEnd(page)
    return isBrowserStopped
  }

  it('refreshes the page after a long pull at the very top, and prevents the browser’s gesture', async () => {
    const api = fakeApi()
    api.respond('getArrears', arrearsResponse(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    await waitFor(() => expect(pull(120)).toBe(true)) // once the gesture's code has loaded
    await waitFor(() => expect(api.count('getArrears')).toBe(2))
  })

  it('only scrolls if it is short, upwards or in a scrolled page', async () => {
    const api = fakeApi()
    api.respond('getArrears', arrearsResponse(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    await waitFor(() => expect(pull(120)).toBe(true))
    await waitFor(() => expect(api.count('getArrears')).toBe(2))
    pull(40)
    expect(pull(-120)).toBe(false)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
    expect(pull(120)).toBe(false)
    expect(api.count('getArrears')).toBe(2)
  })
})
