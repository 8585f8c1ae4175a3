import { explain, Refusal } from '@apoderados/importer/explain'
import { merges } from '@apoderados/importer/merges/merges'
import {
  addCounts,
  type ImportPlan,
  type ImportStore,
  readSchools,
  type WriteResult,
  writeSchool,
} from '@apoderados/importer/writeSchool'
import type pg from 'pg'
import type { Progress } from './importProgress.ts'

/**
 * The result of the schools that were written. `failure` is the error of the first school after them that could not be
 * written: the letters of the written schools must still be printed.
 */
export type SchoolsResult = WriteResult & { failure?: Error }

/**
 * Writes school by school. If one fails, the earlier schools stay written and the next import continues with the
 * others. @throws the error of the first school, if that fails: then nothing is written
 */
export async function writeSchools(
  client: pg.Client,
  store: ImportStore,
  plan: ImportPlan,
  progress: Progress,
): Promise<SchoolsResult> {
  const schools = await readSchools(client)
  const onStep = progress.begin('write', merges.length * schools.length)
  const done: WriteResult = { counts: {}, invited: [], emailsChanged: 0 }
  for (const [index, school] of schools.entries()) {
    try {
      const written = await writeSchool(client, school, store, plan, onStep)
      addCounts(done.counts, written.counts)
      done.invited.push(...written.invited)
      done.emailsChanged += written.emailsChanged
    } catch (error) {
      if (index === 0) throw error
      return {
        ...done,
        failure: new Refusal(partialFailureMessage(index, schools.length, error), { cause: error }),
      }
    }
  }
  return done
}

const partialFailureMessage = (saved: number, all: number, error: unknown) =>
  `Al guardar el establecimiento ${saved + 1} de ${all}: ${explain(error)}
Establecimientos guardados: ${saved} de ${all}; los demás quedaron como estaban. Repita la importación para seguir.`
