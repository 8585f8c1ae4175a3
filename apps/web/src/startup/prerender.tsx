import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '../app/App.tsx'

/** The markup of `path` without a session; the build writes it into the page. */
export function renderMarkup(path: string): string {
  Object.assign(globalThis, { location: { pathname: path } })
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
