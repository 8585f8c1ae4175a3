import { csvOf, type Read, readSheets } from './readSheets.ts'
import { rosterSet } from './rosterSet.ts'

/** Reads the OneRoster set; `changes` replace or remove files of it. */
export const readRoster = (changes: Record<string, string | null> = {}): Promise<Read> =>
  readSheets(
    Object.entries({ ...rosterSet, ...changes }).flatMap(([name, text]) =>
      text === null ? [] : [csvOf(`roster.zip › ${name}.csv`, text)],
    ),
  )
