// The form that came with the page is painted before the app's code runs. A page that nobody looks at paints nothing.
{
  const { href } = document.querySelector('link[rel="modulepreload"][href*="/entry-"]')
  // Code that does not come is told by the page itself: .shell-late.
  const tell = (error) => error.message.includes(href) || reportError(error)
  const start = () => import(href).catch(tell)
  if (document.hidden) start()
  else {
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
    setTimeout(start, 3000)
  }
}
