import { render, screen } from '@testing-library/react'
import { App } from '../app/App.tsx'

/** Renders the whole app at the address `path`. */
export function openApp(path: string) {
  history.replaceState(null, '', path)
  render(<App />)
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
