import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '../app/App.tsx'

/** Returns the markup of the page at `path` without a session; the build writes it into login.html. */
export function renderMarkup(path: string): string {
  Object.assign(globalThis, { location: { pathname: path } })
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
