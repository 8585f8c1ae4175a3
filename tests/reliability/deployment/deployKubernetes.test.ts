import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { limits, readConfig } from '@apoderados/server/config'
import { EnvironmentSchema } from '@apoderados/server/startup/environment'
import { describe, expect, it } from 'vitest'
import { manifests, manifestsOfKind, root, SERVER_PORT } from './deployFiles.ts'

const [deployment] = manifestsOfKind('Deployment')
const serverPod = deployment.spec.template.spec
const [serverContainer] = serverPod.containers
const [schemaContainer] = serverPod.initContainers
const backupPod = manifestsOfKind('CronJob')[0].spec.jobTemplate.spec.template.spec
const commandsPod = manifestsOfKind('Pod')[0].spec
const configMapData = manifestsOfKind('ConfigMap')[0].data
const secretData = (name: string) =>
  manifestsOfKind('Secret').find(({ metadata }) => metadata.name === name)?.stringData ?? {}
type EnvironmentSource = { configMapRef?: { name: string }; secretRef?: { name: string } }
/** Returns the variables that a container gets from its ConfigMap and Secrets. */
const environmentOf = ({ envFrom }: { envFrom: EnvironmentSource[] }): Record<string, string> =>
  Object.assign(
    {},
    ...envFrom.map(({ secretRef }) => (secretRef ? secretData(secretRef.name) : configMapData)),
  )

/** The names of the environment variables that the server reads. */
const knownSettings = Object.keys(EnvironmentSchema.shape)

describe('Kubernetes', () => {
  it('sets only settings that the server reads, with values that it accepts', () => {
    const environment = environmentOf(serverContainer)
    expect(Object.keys(environment).filter((name) => !knownSettings.includes(name))).toEqual([])
    expect(readConfig(environment)).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' })
  })

  it.each([
    ['the server', serverContainer, 'apoderados_server'],
    ['what updates the schema', schemaContainer, 'apoderados_owner'],
    ['the backup', backupPod.containers[0], 'apoderados_operator'],
    ['the commands', commandsPod.containers[0], 'apoderados_operator'],
  ])('gives %s its own account of the database and no other', (_, container, account) => {
    expect(new URL(environmentOf(container).DATABASE_URL ?? '').username).toBe(account)
    const accounts = (container.envFrom as EnvironmentSource[]).filter(({ secretRef }) =>
      secretRef?.name.includes('-'),
    )
    expect(accounts).toEqual([{ secretRef: { name: account.replace('_', '-') } }])
  })

  it('updates the schema before a pod serves', () => {
    expect(schemaContainer.command.slice(-2)).toEqual(['schema', 'update'])
    expect(existsSync(join(root, schemaContainer.command[1]))).toBe(true)
  })

  it('runs one image everywhere, pinned by a digest that must be filled in', () => {
    const images = [serverContainer, schemaContainer, backupPod.containers[0], commandsPod.containers[0]].map(
      ({ image }) => image,
    )
    expect(new Set(images)).toEqual(
      new Set(['registry.example/apoderados@sha256:the-digest-that-docker-push-printed']),
    )
  })

  it('probes paths that the server answers, on its port', () => {
    const ports = Object.fromEntries(
      serverContainer.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        containerPort,
      ]),
    )
    expect(ports).toEqual({ http: SERVER_PORT, metrics: Number(configMapData.METRICS_PORT) })
    const probes = [
      serverContainer.startupProbe,
      serverContainer.livenessProbe,
      serverContainer.readinessProbe,
    ]
    expect(probes.map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: 'http' },
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
    ])
    expect(manifestsOfKind('Service')[0].spec.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
  })

  it('replaces pods one by one, each after its calls have ended', () => {
    const { replicas, strategy } = deployment.spec
    expect(replicas).toBeGreaterThanOrEqual(2)
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0)
    const preStop = Number(serverContainer.lifecycle.preStop.exec.command[1]) * 1000
    expect(serverPod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      preStop + limits.drainMs + limits.mailStopMs,
    )
  })

  it('runs no container as root or with a writable root file system', () => {
    for (const { securityContext, containers, initContainers = [] } of [serverPod, backupPod, commandsPod]) {
      expect(securityContext.runAsNonRoot).toBe(true)
      for (const container of [...containers, ...initContainers])
        expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
    }
    expect(existsSync(join(root, backupPod.containers[0].command[1]))).toBe(true)
  })
})

describe('the network of Kubernetes', () => {
  const policies = manifestsOfKind('NetworkPolicy')
  const policy = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec

  it('is closed in both directions unless a policy opens it', () => {
    expect(policy('default-deny')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  })

  it('admits calls from the addresses that the server trusts, and from no range of them', () => {
    const [{ from, ports }] = policy('apoderados-calls').ingress
    const addresses = from.map(({ ipBlock }: { ipBlock: { cidr: string } }) =>
      ipBlock.cidr.replace('/32', ''),
    )
    expect(readConfig({ TRUST_PROXY: configMapData.TRUST_PROXY }).trustProxy).toEqual(addresses)
    expect(addresses.join()).not.toContain('/')
    expect(ports).toEqual([{ protocol: 'TCP', port: 'http' }])
  })

  it('admits only Prometheus to the metrics', () => {
    const opening = policies.flatMap(({ spec }) => spec.ingress ?? [])
    const metrics = opening.filter(({ ports }) =>
      ports.some(({ port }: { port: string }) => port === 'metrics'),
    )
    expect(metrics).toHaveLength(1)
    const [{ from }] = metrics
    expect(from).toEqual([
      {
        namespaceSelector: { matchLabels: { 'apoderados.example/monitoring': 'true' } },
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
      },
    ])
    expect(opening.every(({ ports, from: sources }) => ports && sources)).toBe(true)
  })

  it('allows the required outgoing connections of each pod', () => {
    const { podSelector, egress } = policy('apoderados-outgoing')
    const labels = [
      deployment.spec.template.metadata,
      manifestsOfKind('CronJob')[0].spec.jobTemplate.spec.template.metadata,
      manifestsOfKind('Pod')[0].metadata,
    ].map(({ labels }) => labels['part-of'])
    expect(labels).toEqual(labels.map(() => podSelector.matchLabels['part-of']))
    const ports = egress.flatMap(({ ports }: { ports: { port: number }[] }) => ports.map(({ port }) => port))
    expect(ports).toEqual([53, 53, 5432, 443, 465, 587])
  })
})

it('every manifest has a kind and a name', () => {
  for (const { apiVersion, kind, metadata } of manifests)
    expect([apiVersion, kind, metadata?.name].every(Boolean)).toBe(true)
})
