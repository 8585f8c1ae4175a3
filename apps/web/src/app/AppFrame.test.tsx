import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useProfileQuery } from '../shared/session/profile.ts'
import { DataPage } from '../shared/ui/DataPage.tsx'
import { aProfile } from '../testing/people.ts'
import { signedIn } from '../testing/signedIn.ts'
import { AppFrame } from './AppFrame.tsx'

it('draws a page once, though its controls stand in the bar above', () => {
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
