// Runs before the first paint, so that a dark page never flashes white. spec §4: 'light', 'dark' or 'system'.
{
  const html = document.documentElement
  let theme
  try {
    theme = localStorage.theme
    // Whoever is signed in is sent on from the form: it need not show.
    if (localStorage.is_authenticated === 'true' && localStorage.auth_token) html.dataset.kept = ''
  } catch {}
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  html.dataset.theme = theme
  // While one version takes the other's place, a page may come whose code has just gone: the next one has its own.
  const startAnew = () => {
    if (!navigator.serviceWorker?.controller || history.state?.hasReloaded) return
    history.replaceState({ ...history.state, hasReloaded: true }, '')
    location.reload()
  }
  addEventListener('error', ({ target }) => target.type === 'module' && startAnew(), true)
  // On a slow line the form stands sooner without the app's code beside it.
  const load = () => {
    for (const file of html.dataset.code.split(' ')) import(file).catch(startAnew)
  }
  if (html.dataset.code) requestAnimationFrame(() => setTimeout(load))
  document.querySelector('meta[name="theme-color"]').content = theme === 'dark' ? '#121118' : '#F6F5F1'
  // The form sent before the app's code has come: LoginPage.tsx sends it then.
  addEventListener('submit', (event) => {
    const served = event.target.closest('[data-served]')
    if (!served) return
    event.preventDefault()
    served.dataset.served = 'sent'
  })
  // So is a tap on its other buttons; a second takes it back.
  addEventListener('click', (event) => {
    event.target.closest('[data-served] [type=button]')?.toggleAttribute('data-tapped')
  })
}
