import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Component = {
  name?: string
  version?: string
  purl?: string
  'bom-ref'?: string
  properties?: { name: string; value: string }[]
}
type Bom = {
  bomFormat?: string
  specVersion?: string
  serialNumber?: string
  metadata?: { component?: Component }
  components?: Component[]
  dependencies?: { ref?: string; dependsOn?: string[] }[]
}
type Locked = { version?: string; link?: boolean; dev?: boolean; devOptional?: boolean; optional?: boolean }

const ofDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

/** Of what is shipped, as npm knows it: its own `--omit dev` leaves out what a tool happens to need too. */
export function readBom(): Bom {
  const whole: Bom = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const components = whole.components?.filter((component) => !ofDevelopment(component)) ?? []
  const kept = new Set(components.map((component) => component['bom-ref']))
  const root = whole.metadata?.component?.['bom-ref']
  const dependencies = whole.dependencies
    ?.filter(({ ref }) => kept.has(ref) || ref === root)
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => kept.has(on)) }))
  return { ...whole, components, dependencies }
}

/** What is wrong with it, against CycloneDX and the lockfile. */
export function faultsOfBom(bom: Bom, lockfile = 'package-lock.json'): string[] {
  const { components = [], dependencies = [] } = bom
  const refs = new Set(components.map((component) => component['bom-ref']))
  const faults: string[] = []
  if (bom.bomFormat !== 'CycloneDX' || !/^1\.[4-9]$/.test(bom.specVersion ?? '')) faults.push('not CycloneDX')
  if (!/^urn:uuid:[0-9a-f-]{36}$/.test(bom.serialNumber ?? '')) faults.push('no serial number')
  for (const { name, version, purl } of components) {
    const isPurl = purl?.startsWith('pkg:npm/') && purl.endsWith(`@${version}`)
    if (!name || !version || !isPurl) faults.push(`${name}@${version} is not told whole`)
  }
  const root = new Set(dependencies.map(({ ref }) => ref))
  const dangling = dependencies
    .flatMap(({ dependsOn = [] }) => dependsOn)
    .filter((ref) => !refs.has(ref) && !root.has(ref))
  faults.push(...dangling.map((ref) => `${ref} is depended on and not told of`))
  const packages: Record<string, Locked> = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  const known = new Set(components.map(({ name, version }) => `${name}@${version}`))
  for (const [path, { version, link, dev, devOptional, optional }] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '')
    if (!path.includes('node_modules/') || link || dev || devOptional || optional) continue
    if (!known.has(`${name}@${version}`)) faults.push(`${name}@${version} of the lockfile is missing`)
  }
  return faults
}
