import { tracingChannel } from 'node:diagnostics_channel'

/** A mail or a notification that leaves the server. `kind` comes from a fixed list and never names a person. */
export type Send = { channel: 'mail' | 'push'; kind: string }

/** Events of sends. It is Node's own, so that OpenTelemetry is not loaded for it. */
export const sendEvents = tracingChannel<unknown, Send>('apoderados:send')

export const announceSend = <T>(send: Send, work: () => Promise<T>): Promise<T> =>
  sendEvents.tracePromise(work, send)
