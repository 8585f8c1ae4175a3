import { expect, it } from 'vitest'
import { useServerProcesses } from './testing/serverProcess.ts'

const { readyFolder, run } = useServerProcesses()

/** Prints the name of each module of OpenTelemetry that the process imports. */
const PRINT_IMPORTS = `import { registerHooks } from 'node:module'
registerHooks({
  resolve(name, context, next) {
    if (name.startsWith('@opentelemetry/')) process.stderr.write(name + ' ')
    return next(name, context)
  },
})`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRINT_IMPORTS)}`

it('loads OpenTelemetry only if its variables name a collector, and prints nothing about it', async () => {
  const DATA_DIR = await readyFolder()
  async function runWith(variables: Record<string, string>) {
    const server = await run({ DATA_DIR, NODE_OPTIONS, ...variables })
    await server.signIn()
    expect(await server.end('SIGTERM')).toBe(0)
    const lines = server
      .output()
      .replaceAll(/:\d{4,5}/g, '')
      .split('\n')
    return { imports: server.errors(), printed: lines.filter((line) => !line.startsWith('{')) }
  }
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '100' }
  const off = await runWith({})
  const on = await runWith(collector)
  expect(off.imports).toBe('')
  expect(on.imports).toContain('@opentelemetry/sdk-trace-base')
  expect(on.printed).toEqual(off.printed)
})
