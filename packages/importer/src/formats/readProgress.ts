import type { Sheet } from '../sheets/sheet.ts'

/** Counts the bytes read from all sheets; a sheet that is read twice counts once. */
export type Progress = {
  counterFor(sheet: Sheet): (bytes: number) => void
  finish(sheets: Sheet[]): void
}

export function createProgress(onProgress: (bytes: number) => void): Progress {
  const bytesRead = new Map<Sheet, number>()
  let total = 0
  const advance = (sheet: Sheet, bytes: number) => {
    const before = bytesRead.get(sheet) ?? 0
    if (bytes <= before) return
    bytesRead.set(sheet, bytes)
    total += bytes - before
    onProgress(total)
  }
  return {
    counterFor: (sheet) => (bytes) => advance(sheet, bytes),
    finish: (sheets) => {
      for (const sheet of sheets) advance(sheet, sheet.bytes)
    },
  }
}
