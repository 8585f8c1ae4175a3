import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app/App.tsx'

/** What stands at `path` for whoever is not signed in, as the build writes it into the page. */
export function markupOf(path: string): string {
  Object.assign(globalThis, { location: { pathname: path } })
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
