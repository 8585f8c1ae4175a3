import type { Plugin, Rolldown } from 'vite'

/** A plug-in whose `write` adds to the build's folder `dir`, after the plug-ins before it in the list. */
export const afterBundle = (
  name: string,
  write: (dir: string, bundle: Rolldown.OutputBundle) => Promise<void>,
): Plugin => ({
  name,
  apply: 'build',
  writeBundle: { sequential: true, handler: ({ dir = '' }, bundle) => write(dir, bundle) },
})
