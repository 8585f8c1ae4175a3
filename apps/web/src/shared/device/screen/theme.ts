import { getSession, onSessionChange } from '../../session/store.ts'

const PAGE_COLORS = { light: '#F6F5F1', dark: '#121118' } // --bg, for the browser's own bar

function showTheme() {
  const { theme } = getSession()
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const shown = isDark ? 'dark' : 'light'
  document.documentElement.dataset.theme = shown
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLORS[shown])
}

/** Keeps the page in the chosen theme and 'system' in the device's (spec §4); returns how to stop. */
export function watchTheme(): () => void {
  const preference = matchMedia('(prefers-color-scheme: dark)')
  preference.addEventListener('change', showTheme)
  const stopListening = onSessionChange(showTheme)
  showTheme()
  return () => {
    preference.removeEventListener('change', showTheme)
    stopListening()
  }
}
