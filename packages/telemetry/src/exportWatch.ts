import { type ExportResult, ExportResultCode } from '@opentelemetry/core'

export type Signal = 'traces' | 'metrics'
/** `code` is undefined when the collector accepts the signal again. */
export type Outage = { signal: Signal; code: string | undefined }

type Exporter<Items> = { export(items: Items, done: (result: ExportResult) => void): void }

/** Returns a code or a name, never the message, which may contain the collector's address with a password. */
const codeOf = (error: { code?: unknown; name?: string } = {}): string =>
  String(error.code ?? error.name ?? 'unknown')

/** Counts failed exports in `failures`, and calls `report` at the beginning and at the end of each outage. */
export function watchExports<Items>(
  signal: Signal,
  exporter: Exporter<Items>,
  failures: Record<Signal, number>,
  report: (outage: Outage) => void,
): void {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (items, done) =>
    send(items, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS
      if (hasFailed) failures[signal] += 1
      if (hasFailed !== isFailing) report({ signal, code: hasFailed ? codeOf(result.error) : undefined })
      isFailing = hasFailed
      done(result)
    })
}
