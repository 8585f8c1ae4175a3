/** Serves the demo school with the built app, and React's hello page, in a separate process. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createApp } from '@apoderados/server/app'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { openServer } from '../../support/ownServer.ts'
import { onCleanup, runSuite } from '../../support/suite.ts'

const [helloRoot = ''] = process.argv.slice(2)

await runSuite('the server', async () => {
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const { app, db, services } = await openServer({
    webRoot: join(import.meta.dirname, '../../../apps/web/dist'),
  })
  await loadDemo(db, services.files, services.passwords)
  const settings = { trustProxy: [], corsOrigins: [], logLevel: 'silent' }
  const hello = (await createApp(services, settings, { webRoot: helloRoot })).app
  onCleanup(() => hello.close())
  const urls: string[] = []
  for (const server of [app, hello]) {
    await server.listen({ host: '127.0.0.1', port: 0 })
    urls.push(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  }
  console.log(`ready ${urls.join(' ')}`)
  await stopped
  return true
})
