import { tracingChannel } from 'node:diagnostics_channel'

/** Describes a mail or notification that is being sent. `kind` comes from a fixed list and never names a person. */
export type SendDescription = { channel: 'mail' | 'push'; kind: string }

/** The channel of events about sends. It is one of Node's, so that the senders do not load OpenTelemetry. */
export const sendEvents = tracingChannel<unknown, SendDescription>('apoderados:send')

/** Runs `work`, which sends something, and publishes its start, end and error on `sendEvents`. */
export const withSendEvents = <T>(send: SendDescription, work: () => Promise<T>): Promise<T> =>
  sendEvents.tracePromise(work, send)
