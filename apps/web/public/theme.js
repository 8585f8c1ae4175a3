// Runs before the first paint, so that a dark page never flashes white. spec §4: 'light', 'dark' or 'system'.
{
  let theme
  try {
    theme = localStorage.getItem('theme')
  } catch {}
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]').content = theme === 'dark' ? '#121118' : '#F6F5F1'
}
