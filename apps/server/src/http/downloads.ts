import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Limits } from '../config.ts'
import { tooManyRequestsError, unavailableError } from './errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Counts a download until its response is sent or its connection closes. @throws {HttpError} if too many are running */
export type BeginDownload = (caller_id: number, response: ServerResponse) => void

/** Limits concurrent downloads, because each keeps a part of its file in memory while the client reads. */
export function createDownloadLimit({ perParent, perProcess }: Limits['maxDownloads']): BeginDownload {
  const running: number[] = []
  return (caller_id, response) => {
    const downloadsOfCaller = running.filter((other) => other === caller_id)
    if (downloadsOfCaller.length >= perParent) throw tooManyRequestsError('documents', RETRY_AFTER_SECONDS)
    if (running.length >= perProcess) throw unavailableError('documents')
    running.push(caller_id)
    finished(response, () => running.splice(running.indexOf(caller_id), 1))
  }
}
