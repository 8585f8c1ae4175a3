import type { Plugin, Rolldown } from 'vite'

/**
 * Returns a Vite plug-in that calls `write` with the build's folder and the bundle once the bundle's files are written.
 * Several such plug-ins run one after the other, in the order of the list of plug-ins.
 */
export const afterBundle = (
  name: string,
  write: (dir: string, bundle: Rolldown.OutputBundle) => Promise<void>,
): Plugin => ({
  name,
  apply: 'build',
  writeBundle: { sequential: true, handler: ({ dir = '' }, bundle) => write(dir, bundle) },
})
