import { currentPath, normalizePath } from '../../shared/router.tsx'
import { HOME, LOGIN } from './guard.ts'
import { preload } from './routes.tsx'

/** Fetches a page's code when its link is hovered or focused, and Inicio's when a field of the sign-in is. */
export function preloadOnIntent() {
  document.addEventListener('pointerover', fetchLinkedPage)
  document.addEventListener('focusin', fetchLinkedPage)
}

function fetchLinkedPage({ target }: Event) {
  if (!(target instanceof Element)) return
  const link = target.closest('a')
  if (link?.getAttribute('href')?.startsWith('/')) void preload(normalizePath(link.pathname))
  else if (target instanceof HTMLInputElement && currentPath() === LOGIN) void preload(HOME)
}
