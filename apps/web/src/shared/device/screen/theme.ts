import { getSession, onSessionChange } from '../../session/store.ts'
import { subscribeEvents } from '../../subscribeEvents.ts'

const PAGE_COLORS = { light: '#F6F5F1', dark: '#121118' } // the values of --bg, for the browser's bar

const darkPreference = () => matchMedia('(prefers-color-scheme: dark)')

function showTheme() {
  const { theme } = getSession()
  const isDark = theme === 'dark' || (theme !== 'light' && darkPreference().matches)
  const shownTheme = isDark ? 'dark' : 'light'
  document.documentElement.dataset.theme = shownTheme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLORS[shownTheme])
}

/**
 * Applies the chosen theme, or the device's if the choice is 'system' or none (spec §4), also after each change.
 * Returns the function that stops this.
 */
export function subscribeTheme(): () => void {
  const stopPreference = subscribeEvents(['change'], showTheme, darkPreference())
  const stopSession = onSessionChange(showTheme)
  showTheme()
  return () => {
    stopPreference()
    stopSession()
  }
}
