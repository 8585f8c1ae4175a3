import { tracingChannel } from 'node:diagnostics_channel'

/** A mail or a notification that leaves the server. `kind` comes from a fixed list and never names a person. */
export type Send = { channel: 'mail' | 'push'; kind: string }

/** The channel for events of sends. It is Node's own, so that the senders do not load OpenTelemetry. */
export const sendEvents = tracingChannel<unknown, Send>('apoderados:send')

/** Runs `work` and publishes its start, end and error. */
export const announceSend = <T>(send: Send, work: () => Promise<T>): Promise<T> =>
  sendEvents.tracePromise(work, send)
