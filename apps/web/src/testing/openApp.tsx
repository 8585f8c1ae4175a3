import { render, screen } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { App } from '../app/App.tsx'
import { watchProfile } from '../app/session/watchProfile.ts'

/** Renders the whole app at the address `path`, and refreshes the profile as the app does. */
export function openApp(path: string) {
  history.replaceState(null, '', path)
  onTestFinished(watchProfile())
  render(<App />)
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
