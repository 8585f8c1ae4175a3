import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { tooMany, unavailable } from './errors.ts'

const RETRY_AFTER_SECONDS = 5

/** Counts it until it has left. @throws {HttpError} when there are too many */
export type BeginDownload = (parent_id: number, answer: ServerResponse) => void
export type DownloadsMost = { ofParent: number; ofAll: number }

/** Documents on their way: each keeps a part of its file in memory for as long as its reader takes. */
export function createDownloads({ ofParent, ofAll }: DownloadsMost): BeginDownload {
  const parents: number[] = []
  return (parent_id, answer) => {
    const own = parents.filter((other) => other === parent_id)
    if (own.length >= ofParent) throw tooMany('documents', RETRY_AFTER_SECONDS)
    if (parents.length >= ofAll) throw unavailable('documents')
    parents.push(parent_id)
    finished(answer, () => parents.splice(parents.indexOf(parent_id), 1))
  }
}
