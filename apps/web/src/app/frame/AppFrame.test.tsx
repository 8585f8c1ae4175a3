import type { Student } from '@apoderados/contract/profile'
import { act, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useProfileQuery } from '../../shared/api/profileQuery.ts'
import { navigate } from '../../shared/router.tsx'
import { dispatch } from '../../shared/session/store.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { aProfile } from '../../testing/data/people.ts'
import { fakeApi } from '../../testing/fakeApi.ts'
import { signedIn } from '../../testing/signedIn.ts'
import { AppFrame } from './AppFrame.tsx'

beforeEach(() => fakeApi().hang('getProfile'))

it('opens the page of another child after that of the first has crashed', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // React logs the error that the boundary catches
  const profile = aProfile()
  const [first] = profile.students
  signedIn(profile)
  function Page({ student }: { student: Student }) {
    if (student.id === first?.id) throw new Error('no such grade')
    return <p>Datos de {student.name}</p>
  }
  render(<AppFrame route={{ kind: 'data', title: 'Agenda', Page }} />)
  screen.getByText('No se pudo abrir la página')
  act(() => dispatch({ type: 'studentSelected', student_id: profile.students[1]?.id ?? 0 }))
  screen.getByText(`Datos de ${profile.students[1]?.name}`)
})

it('announces that the shown child was removed, and whose data it shows now', () => {
  const profile = aProfile()
  signedIn(profile)
  const [first, second] = profile.students
  const Page = ({ student }: { student: Student }) => <p>{`Notas de ${student.name}`}</p>
  render(<AppFrame route={{ kind: 'data', title: 'Agenda', Page }} />)
  act(() => dispatch({ type: 'profileLoaded', profile: { ...profile, students: second ? [second] : [] } }))
  screen.getByText(`Notas de ${second?.name}`)
  expect(screen.getByRole('status').textContent).toBe(
    'Ya no tienes acceso a los datos de Martina. Ahora ves los de Tomás.',
  )
  act(() => dispatch({ type: 'profileLoaded', profile: { ...profile, students: first ? [first] : [] } }))
  act(() => navigate('/app/horario'))
  expect(screen.getByRole('status').textContent).toBe('')
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
  render(<AppFrame route={{ kind: 'data', title: 'Agenda', Page }} />)
  screen.getByText('Tres eventos')
  within(screen.getByRole('banner')).getByRole('button', { name: 'Actualizar' })
  expect(times).toBe(1)
})
