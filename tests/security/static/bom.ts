import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Component = { group?: string; name: string; version?: string; purl?: string }
type Bom = { specVersion: string; components: Component[] }
type LockedPackage = {
  version?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}

/**
 * Returns the bill of materials of what is shipped; the tool that writes it validates it against the schema of
 * CycloneDX.
 */
export function readBom(): Bom {
  const args = ['run', '--silent', 'sbom', '--', '--output-file', '-']
  return JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 28 }))
}

/**
 * Returns the faults of the bill of materials: shipped packages of the lockfile that it lacks, and components without a
 * version or without an address (`purl`).
 */
export function faultsOfBom({ components }: Bom, lockfile = 'package-lock.json'): string[] {
  const listed = new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  )
  const faults = components
    .filter(({ version, purl }) => !version || !purl)
    .map(({ name }) => `${name} has no version or address`)
  const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  for (const [path, { version, link, dev, devOptional, optional }] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '')
    if (!path.includes('node_modules/') || link || dev || devOptional || optional) continue
    if (!listed.has(`${name}@${version}`)) faults.push(`${name}@${version} of the lockfile is missing`)
  }
  return faults
}
