import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { ConfigError } from '@apoderados/database/configError'
import { expect, it, onTestFinished } from 'vitest'
import { listenForScrapes } from './listener.ts'

const listen = (metricsPort: number, metricsHost: string) =>
  listenForScrapes({ metricsPort, metricsHost }, async () => '')

it('names METRICS_PORT if it is in use, and METRICS_HOST if it belongs to another machine', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  await expect(listen(port, '127.0.0.1')).rejects.toThrow(
    new ConfigError('the port of METRICS_PORT is taken: stop the other server or set another'),
  )
  await expect(listen(0, '192.0.2.1')).rejects.toThrow(
    new ConfigError('METRICS_HOST is not an address of this machine'),
  )
})
