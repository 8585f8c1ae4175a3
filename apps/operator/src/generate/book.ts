import type { SchoolCalendar } from '@apoderados/server/db/demo/calendar'
import type { Random } from '@apoderados/server/db/demo/random'
import type { SheetName } from '../import/records.ts'
import type { Pupil } from './pupils.ts'
import { randomOf } from './seeds.ts'
import type { Cell, SheetWriter } from './sheetWriter.ts'

/** A school's sheets and what its rows depend on. */
export type Book = {
  /** Under the school and the year that head most sheets. */
  add(
    sheet: Exclude<SheetName, 'establecimientos' | 'alumnos' | 'apoderados' | 'vinculos'>,
    ...cells: Cell[]
  ): void
  sheets: SheetWriter
  /** Without its check digit. */
  rbd: string
  seed: number
  calendar: SchoolCalendar
  /** On which there has been class, oldest first. */
  days: string[]
  /** Documents still to be given out. */
  takeDocument(): string | null
  /** Of a changed set. */
  isChanged: boolean
}

/** Of a pupil's own: what is drawn for one moves no other. */
export const drawsOf = ({ seed }: Book, { run }: Pupil): Random => randomOf(seed, Number(run.number))

/** Whether something differs from the first set, `share` of the times; never in the first set itself. */
export function changesOf({ seed, isChanged }: Book, { run }: Pupil): (share: number) => boolean {
  return isChanged ? randomOf(seed, 2, Number(run.number)).chance : () => false
}
