import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@apoderados/server/push/message'
import { onTestFinished } from 'vitest'

/** The notification that the tests of the push services send. */
export const pushMessage: PushMessage = {
  title: 'Apoderados',
  body: '3 calificaciones nuevas',
  tag: '17-grade',
  batch: '5-9',
  url: '/app/calificaciones?alumno=17',
}
/** Lets `server`, which takes the place of a push service, listen until the test ends. Returns its URL. */
export async function listenUntilEnd(server: {
  listen(port: number, host: string): unknown
  address(): unknown
  close(): unknown
}) {
  server.listen(0, '127.0.0.1')
  await once(server as never, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
