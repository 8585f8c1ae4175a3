import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@apoderados/server/config'
import { parse, parseAllDocuments } from 'yaml'

export const root = join(import.meta.dirname, '../../..')
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

type Address = { ipv4_address?: string }
export type Service = {
  image: string
  command: string[]
  environment: Record<string, string>
  networks: Record<string, Address>
  depends_on: Record<string, { condition: string }>
  volumes: string[]
  ports?: string[]
  stop_grace_period: string
  logging?: object
}

/** Returns the networks of a service, which compose accepts as a list or as an object. */
export const networksOf = ({ networks }: Pick<Service, 'networks'>): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

export const composeFile: {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
} = parse(readText('deploy/compose.yaml'), { merge: true })
export const composeService = (name: string): Service => {
  const found = composeFile.services[name]
  if (!found) throw new Error(`compose.yaml has no ${name}`)
  return found
}

/** All Kubernetes manifests in arbitrary order. @throws for invalid YAML */
// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
export const manifests: any[] = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((path) =>
  parseAllDocuments(readText(path)).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join()}`)
    return document.toJS()
  }),
)
export const manifestsOfKind = (kind: string) => manifests.filter((document) => document.kind === kind)

/** The server's default port. */
export const SERVER_PORT = readConfig({}).port

/** nginx's example sites, for compose and for a machine without containers. */
export const siteExamples = ['compose', 'machine'].map(
  (name) => [name, readText(`deploy/site.${name}.conf.example`)] as const,
)
export const [[, composeSite], [, machineSite]] = siteExamples as [
  readonly [string, string],
  readonly [string, string],
]
export const upstreamBlock = (site: string, name: string) =>
  new RegExp(`upstream ${name} \\{[^}]+\\}`).exec(site)?.[0] ?? ''
export const addressesOf = (site: string, name: string) =>
  [...upstreamBlock(site, name).matchAll(/^\s+server (\d\S+) /gm)].map(([, address]) => address)
