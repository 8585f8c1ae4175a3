import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { queryClient } from '../queryClient.ts'
import { useApi } from '../useApi.ts'
import { DataPage } from './DataPage.tsx'
import { EmptyList } from './EmptyList.tsx'

function Attendance() {
  const attendance = useApi('getArrears', { student_id: 1 })
  const percentage = attendance.data?.attendance_percentage
  return (
    <DataPage title="Asistencia" query={attendance}>
      {percentage === undefined ? <EmptyList hint="Pronto." /> : <p>{percentage} de 100</p>}
    </DataPage>
  )
}

const answer = (attendance_percentage: number) => ({ arrears: [], attendance_percentage })
const refresh = () => fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

beforeEach(() => {
  queryClient.clear()
  signedIn()
})

describe('the first load', () => {
  it('shows that it is loading, then the data', async () => {
    fakeApi().answer('getArrears', answer(90))
    render(<Attendance />)
    screen.getByText('Cargando')
    await screen.findByText('90 de 100')
    expect(screen.queryByText('Cargando')).toBeNull()
  })

  it('that fails shows an empty page, and apart from it why and a way to try again', async () => {
    const api = fakeApi()
    api.refuse('getArrears', 500, 'No pudimos')
    api.answer('getArrears', answer(90))
    render(<Attendance />)
    await screen.findByText('No se pudo cargar')
    screen.getByText('Sin Elementos.')
    screen.getByText('No pudimos')
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('90 de 100')
  })
})

describe('a refresh', () => {
  it('shows what arrives at once, and turns for 2 s all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const api = fakeApi()
    api.answer('getArrears', answer(90))
    api.answer('getArrears', answer(95))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    refresh()
    await screen.findByText('95 de 100')
    screen.getByText('Actualizando')
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.queryByText('Actualizando')).toBeNull()
    vi.useRealTimers()
  })

  it('that fails keeps the content and says so', async () => {
    const api = fakeApi()
    api.answer('getArrears', answer(90))
    api.refuse('getArrears', 500)
    render(<Attendance />)
    await screen.findByText('90 de 100')
    refresh()
    await screen.findByText('No se pudo actualizar')
    screen.getByText('90 de 100')
    screen.getByText('Error en el servicio')
  })

  it('without a connection shows when the data was saved', async () => {
    fakeApi().answer('getArrears', answer(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    goOffline()
    act(() => {
      dispatchEvent(new Event('offline'))
    })
    screen.getByText('Sin conexión')
    screen.getByText(/^Guardado hoy a las \d\d:\d\d$/)
    screen.getByText('90 de 100')
  })
})

describe('a finger that pulls', () => {
  const pull = (distance: number) => {
    const page = screen.getByRole('heading', { level: 1 })
    const at = (clientY: number) => ({ touches: [{ clientX: 50, clientY }] })
    fireEvent.touchStart(page, at(100))
    fireEvent.touchMove(page, at(100 + distance / 2))
    const isBrowserStopped = !fireEvent.touchMove(page, at(100 + distance))
    fireEvent.touchEnd(page)
    return isBrowserStopped
  }

  it('far from the very top refreshes the page, and the browser’s own gesture is kept out', async () => {
    const api = fakeApi()
    api.answer('getArrears', answer(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    expect(pull(120)).toBe(true)
    await waitFor(() => expect(api.count('getArrears')).toBe(2))
  })

  it('a little, upwards or in the middle of the page only scrolls', async () => {
    const api = fakeApi()
    api.answer('getArrears', answer(90))
    render(<Attendance />)
    await screen.findByText('90 de 100')
    pull(40)
    expect(pull(-120)).toBe(false)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(300)
    expect(pull(120)).toBe(false)
    expect(api.count('getArrears')).toBe(1)
  })
})
