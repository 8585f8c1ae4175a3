import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { precompress } from '../../../scripts/build/precompress.ts'

const HELLO_MODULE = 'virtual:hello'
const HELLO_CODE = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hola'))
`

const helloPage = (script: string) => `<!doctype html>
<html lang="es-CL">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hola</title>
    <meta name="description" content="El piso" />
    <script type="module" src="/${script}"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`

/** Builds the comparison page: React with one line of text, built and compressed like the app. */
export async function buildHello(folder: string): Promise<void> {
  const built = await build({
    root: join(import.meta.dirname, '../../../apps/web'),
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'hello',
        resolveId: (id) => (id === HELLO_MODULE ? id : undefined),
        load: (id) => (id === HELLO_MODULE ? HELLO_CODE : undefined),
      },
    ],
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: HELLO_MODULE, output: { entryFileNames: 'assets/hello-[hash].js' } },
    },
  })
  if (!('output' in built)) throw new Error('vite built more than the one page')
  const script = built.output[0].fileName
  for (const name of ['index.html', 'login.html']) await writeFile(join(folder, name), helloPage(script))
  await precompress(folder)
}
