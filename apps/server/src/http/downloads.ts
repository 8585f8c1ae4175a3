import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Limits } from '../config.ts'
import { tooManyRequestsError, unavailableError } from './errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Counts a download until its response is sent or its connection closes. @throws {HttpError} if too many are running */
export type BeginDownload = (parent_id: number, response: ServerResponse) => void

/** Limits concurrent downloads, because each keeps a part of its file in memory while the client reads. */
export function createDownloadLimit({ perParent, perProcess }: Limits['maxDownloads']): BeginDownload {
  const running: number[] = []
  return (parent_id, response) => {
    const downloadsOfParent = running.filter((other) => other === parent_id)
    if (downloadsOfParent.length >= perParent) throw tooManyRequestsError('documents', RETRY_AFTER_SECONDS)
    if (running.length >= perProcess) throw unavailableError('documents')
    running.push(parent_id)
    finished(response, () => running.splice(running.indexOf(parent_id), 1))
  }
}
