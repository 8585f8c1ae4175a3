import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SettingsPage } from '../../features/settings/SettingsPage.tsx'
import { Toaster } from '../../shared/ui/notices/Toaster.tsx'
import { aProfile } from '../data/people.ts'
import { signedIn } from '../signedIn.ts'

export function showSettings(profile = aProfile()) {
  signedIn(profile)
  render(
    <>
      <SettingsPage />
      <Toaster />
    </>,
  )
}

/** Opens and returns the dialog of the settings entry whose button is called `entry`. */
export async function openEntry(entry: string | RegExp) {
  await userEvent.click(screen.getByRole('button', { name: entry }))
  return screen.getByRole('dialog', { name: entry })
}
