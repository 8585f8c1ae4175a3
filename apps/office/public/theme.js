// Runs before the first paint, so that a dark page does not flash white. Mantine stores the choice under this key.
{
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {}
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
