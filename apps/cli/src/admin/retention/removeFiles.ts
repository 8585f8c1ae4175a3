import type { Connection } from '../../connection.ts'

/** Removes files whose rows are deleted. Returns how many remain: `retention run --apply` removes these later. */
export async function removeFiles(files: Connection['files'], file_ids: string[]): Promise<number> {
  let failed = 0
  for (const id of file_ids) {
    await files.remove(id).catch(() => {
      failed += 1
    })
  }
  return failed
}
