import { appendFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'

const ENTRY_FILE = join(import.meta.dirname, '../src/worker/serviceWorker.ts')

async function bundleWorker(target: string[]): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target, lib: { entry: ENTRY_FILE, formats: ['iife'], name: 'pushes' } },
  })) as Rollup.RollupOutput[]
  const code = built[0]?.output[0]?.code
  if (!code) throw new Error('The part of the worker for notifications has no code')
  return code
}

/** Appends the code for notifications to Workbox's file, as the security policy forbids `importScripts` (R20). */
export function pushWorker(): Plugin {
  let outDir = ''
  let target: string[] = []
  return {
    name: 'push-worker',
    apply: 'build',
    enforce: 'post', // after the plug-in of Workbox
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
      target = [build.target || []].flat()
    },
    closeBundle: {
      sequential: true,
      async handler(error) {
        if (!error) await appendFile(join(outDir, 'sw.js'), await bundleWorker(target))
      },
    },
  }
}
