// Runs before the first paint, so that a dark page does not flash white. spec §4: 'light', 'dark' or 'system'.
{
  const html = document.documentElement
  let theme
  try {
    theme = localStorage.theme
    // A signed-in visitor leaves the sign-in form at once: it stays hidden.
    if (localStorage.is_authenticated === 'true' && localStorage.auth_token) html.dataset.kept = ''
  } catch {}
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  html.dataset.theme = theme
  // During a change of version, a page's code may be gone already: reload once for the new page.
  const reloadOnce = () => {
    if (!navigator.serviceWorker?.controller || history.state?.hasReloaded) return
    history.replaceState({ ...history.state, hasReloaded: true }, '')
    location.reload()
  }
  addEventListener('error', ({ target }) => target.type === 'module' && reloadOnce(), true)
  // On a slow line the form paints sooner when the app's code loads after it.
  const load = () => {
    for (const file of html.dataset.code.split(' ')) import(file).catch(reloadOnce)
  }
  if (html.dataset.code) requestAnimationFrame(() => setTimeout(load))
  document.querySelector('meta[name="theme-color"]').content = theme === 'dark' ? '#121118' : '#F6F5F1'
  // A submit before the app's code has loaded: LoginPage.tsx repeats it.
  addEventListener('submit', (event) => {
    const served = event.target.closest('[data-served]')
    if (!served) return
    event.preventDefault()
    served.dataset.served = 'sent'
  })
  // The same for a tap on its other buttons; a second tap undoes it.
  addEventListener('click', (event) => {
    event.target.closest('[data-served] [type=button]')?.toggleAttribute('data-tapped')
  })
}
