import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const patchFolder = join(import.meta.dirname, 'mutants')
const FAULT_COUNT = 16

/** A patch that breaks `rule` (R1 to R40, or a section of spec.md), and the test file that must then fail. */
export type PlantedFault = { name: string; rule: string; fault: string; suite: string; path: string }

function readPatchHeader(file: string): PlantedFault {
  const path = join(patchFolder, file)
  const text = readFileSync(path, 'utf8')
  const headerOf = (key: string) => {
    const [, value] = new RegExp(`^${key}: (.+)$`, 'm').exec(text) ?? []
    if (!value) throw new Error(`${file} does not say its ${key.toLowerCase()}`)
    return value
  }
  return {
    name: basename(file, '.patch'),
    rule: headerOf('Rule'),
    fault: headerOf('Fault'),
    suite: headerOf('Suite'),
    path,
  }
}

/** Returns what is wrong with the number of faults and their rules: each fault must break a rule of its own. */
export function problemsOfPlantedFaults(faults: Pick<PlantedFault, 'rule'>[]): string[] {
  const rules = faults.map(({ rule }) => rule)
  const duplicates = rules.filter((rule, place) => rules.indexOf(rule) < place)
  return [
    ...(faults.length === FAULT_COUNT ? [] : [`${faults.length} planted faults instead of ${FAULT_COUNT}`]),
    ...duplicates.map((rule) => `${rule} has more than one`),
  ]
}

/** Reads all faults. @throws unless there are `FAULT_COUNT` faults of different rules */
export function readPlantedFaults(): PlantedFault[] {
  const faults = readdirSync(patchFolder).map(readPatchHeader)
  const problems = problemsOfPlantedFaults(faults)
  if (problems.length > 0) throw new Error(problems.join(', '))
  return faults
}
