import { type ReadResult, readSheets, sheetOfCsv } from './readSheets.ts'
import { rosterSet } from './rosterSet.ts'

/** Reads `rosterSet`; `changes` replace files of it, or remove them with null. */
export const readRoster = (changes: Record<string, string | null> = {}): Promise<ReadResult> =>
  readSheets(
    Object.entries({ ...rosterSet, ...changes }).flatMap(([name, text]) =>
      text === null ? [] : [sheetOfCsv(`roster.zip › ${name}.csv`, text)],
    ),
  )
