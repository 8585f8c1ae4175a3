import type { Connection } from '../../connection.ts'

/**
 * After the rows that named them are gone for good; says how many a store kept back, which is no reason to undo
 * anything: retention finds them.
 */
export async function removeFiles(files: Connection['files'], file_ids: string[]): Promise<number> {
  let kept = 0
  for (const id of file_ids) {
    await files.remove(id).catch(() => {
      kept += 1
    })
  }
  return kept
}
