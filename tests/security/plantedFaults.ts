import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const patches = join(import.meta.dirname, 'mutants')
const COUNT = 16

/** A patch that breaks `rule` (R1 to R40, or a section of spec.md), and the test file that must turn red by it. */
export type PlantedFault = { name: string; rule: string; fault: string; suite: string; path: string }

function readHead(file: string): PlantedFault {
  const path = join(patches, file)
  const text = readFileSync(path, 'utf8')
  const told = (key: string) => {
    const [, value] = new RegExp(`^${key}: (.+)$`, 'm').exec(text) ?? []
    if (!value) throw new Error(`${file} does not say its ${key.toLowerCase()}`)
    return value
  }
  return {
    name: basename(file, '.patch'),
    rule: told('Rule'),
    fault: told('Fault'),
    suite: told('Suite'),
    path,
  }
}

/** What was promised and is not there: two faults of one rule hide that another has none. */
export function lacksOf(faults: Pick<PlantedFault, 'rule'>[]): string[] {
  const rules = faults.map(({ rule }) => rule)
  const doubles = rules.filter((rule, place) => rules.indexOf(rule) < place)
  return [
    ...(faults.length === COUNT ? [] : [`${faults.length} planted faults instead of ${COUNT}`]),
    ...doubles.map((rule) => `${rule} has more than one`),
  ]
}

/** All of them. @throws when they are not one for each of as many rules as were promised */
export function readPlantedFaults(): PlantedFault[] {
  const faults = readdirSync(patches).map(readHead)
  const lacks = lacksOf(faults)
  if (lacks.length > 0) throw new Error(lacks.join(', '))
  return faults
}
