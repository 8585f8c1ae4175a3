import type { Student } from '@apoderados/contract/profile'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { config } from '../../config.ts'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { dispatch } from '../../shared/session/store.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { aProfile } from '../../testing/data/people.ts'
import { raiseTimeLimits } from '../../testing/patientConfig.ts'
import { signedIn } from '../../testing/signedIn.ts'
import type { AppRoute } from '../routes/route.ts'
import { AppFrame } from './AppFrame.tsx'
import { prepareNextPage } from './prepareNextPage.ts'

it('opens the page of another child after that of the first has crashed', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React logs the error that the boundary catches
  const profile = aProfile()
  const [first] = profile.students
  signedIn(profile)
  function Page({ student }: { student: Student }) {
    if (student.id === first?.id) throw new Error('no such grade')
    return <p>Datos de {student.name}</p>
  }
  render(<AppFrame profile={profile} route={{ kind: 'data', title: 'Agenda', Page }} />)
  screen.getByText('No se pudo abrir la página')
  act(() => dispatch({ type: 'studentSelected', student_id: profile.students[1]?.id ?? 0 }))
  screen.getByText(`Datos de ${profile.students[1]?.name}`)
})

it('renders a page once, although its controls are in the bar above', () => {
  const profile = aProfile()
  signedIn(profile)
  let times = 0
  function Page() {
    times += 1
    return (
      <DataPage title="Agenda" query={useProfileQuery()}>
        Tres eventos
      </DataPage>
    )
  }
  render(<AppFrame profile={profile} route={{ kind: 'data', title: 'Agenda', Page }} />)
  screen.getByText('Tres eventos')
  within(screen.getByRole('banner')).getByRole('button', { name: 'Actualizar' })
  expect(times).toBe(1)
})

describe('the page that a parent opens next', () => {
  const profile = aProfile()
  const [first, second] = profile.students
  const Averages = ({ student }: { student: Student }) => <p>Promedios de {student.name}</p>
  let prefetched: number[] = []
  Averages.prefetch = async (student_id: number) => void prefetched.push(student_id)
  const grades: AppRoute = {
    ...{ kind: 'data', title: 'Calificaciones' },
    Page: Object.assign(Averages, { load: async () => Averages }),
  }
  const home: AppRoute = { kind: 'data', title: 'Inicio', Page: () => <p>Hoy</p>, next: grades }
  const averages = (student = first) => screen.queryByText(`Promedios de ${student?.name}`)

  beforeEach(() => {
    prefetched = []
    Object.assign(config, { prefetchAfterMs: 0 })
    signedIn(profile)
  })
  afterEach(raiseTimeLimits)

  it('is rendered hidden once this one rests, and only shown when it is opened', async () => {
    const frame = render(<AppFrame profile={profile} route={home} />)
    const text = await waitFor(() => averages() ?? Promise.reject(new Error('not prepared')))
    expect(text?.style.display).toBe('none')
    expect(prefetched).toEqual([first?.id])
    frame.rerender(<AppFrame profile={profile} route={grades} />)
    expect(averages()).toBe(text)
    expect(text?.style.display).toBe('')
    expect(screen.queryByText('Hoy')).toBeNull()
  })

  it('is that of the child who is chosen', async () => {
    render(<AppFrame profile={profile} route={home} />)
    await waitFor(() => expect(averages()).not.toBeNull())
    act(() => dispatch({ type: 'studentSelected', student_id: second?.id ?? 0 }))
    expect(averages()).toBeNull()
    await waitFor(() => expect(averages(second)?.style.display).toBe('none'))
    expect(prefetched).toEqual([first?.id, second?.id])
  })

  it('is not prepared if the parent has signed out meanwhile', async () => {
    const preparing = prepareNextPage(grades, first?.id ?? 0, () => expect.fail('prepared'))
    dispatch({ type: 'signedOut' })
    await preparing
    expect(prefetched).toEqual([])
  })

  it.each([
    ['without a network', 'onLine', false],
    ['with the data saver', 'connection', { saveData: true }],
  ])('is not prepared %s', async (_, property, value) => {
    const before = Object.getOwnPropertyDescriptor(navigator, property)
    Object.defineProperty(navigator, property, { value, configurable: true })
    render(<AppFrame profile={profile} route={home} />)
    await prepareNextPage(grades, first?.id ?? 0, () => expect.fail('prepared'))
    expect(prefetched).toEqual([])
    if (before) Object.defineProperty(navigator, property, before)
    else Reflect.deleteProperty(navigator, property)
  })
})
