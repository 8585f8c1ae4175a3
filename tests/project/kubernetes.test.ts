import { databaseLimits } from '@apoderados/core/db/client/limits'
import { limits, readConfig } from '@apoderados/server/config'
import { EnvironmentSchema } from '@apoderados/server/startup/environment'
import { describe, expect, it } from 'vitest'
import { manifestsOfKind, readText, SERVER_PORT } from '../reliability/deployment/deployFiles.ts'

/** PostgreSQL's default of `max_connections`, 100, less the 3 connections that it reserves for superusers. */
const CONNECTIONS_MAX = 97
/** The one process of a pod opens the connections of its pool, and one more that holds a lock. */
const CONNECTIONS_PER_POD = databaseLimits.databaseConnections + 1

const [autoscaler] = manifestsOfKind('HorizontalPodAutoscaler')
const deploymentOf = (wanted: string) =>
  manifestsOfKind('Deployment').find(({ metadata }) => metadata.name === wanted)
const deployment = deploymentOf('apoderados')
const serverPod = deployment.spec.template.spec
const [serverContainer] = serverPod.containers
const configMapData = manifestsOfKind('ConfigMap')[0].data

describe('Kubernetes', () => {
  it('sets only settings that the server reads, with values that it accepts', () => {
    const known = Object.keys(EnvironmentSchema.shape)
    expect(Object.keys(configMapData).filter((name) => !known.includes(name))).toEqual([])
    expect(readConfig(configMapData)).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' })
  })

  it('probes the server on its port', () => {
    const ports = serverContainer.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(ports).toEqual([SERVER_PORT, Number(configMapData.METRICS_PORT)])
    const probes = [
      serverContainer.startupProbe,
      serverContainer.livenessProbe,
      serverContainer.readinessProbe,
    ]
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz'])
  })

  it('replaces pods one by one, each after its calls have ended', () => {
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
    const preStop = Number(serverContainer.lifecycle.preStop.exec.command[1]) * 1000
    expect(serverPod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      preStop + limits.drainMs + limits.mailStopMs,
    )
  })

  it('adds pods by an exported metric, before a pod refuses calls', () => {
    const [{ pods }] = autoscaler.spec.metrics
    expect(readText('apps/server/src/metrics/requests.ts')).toContain(`name: '${pods.metric.name}'`)
    expect(Number(pods.target.averageValue)).toBeLessThan(limits.maxConcurrentCalls / 2)
  })

  it('opens no more connections than PostgreSQL admits, also during a rolling update', () => {
    // One more is the console's.
    const pods = autoscaler.spec.maxReplicas + deployment.spec.strategy.rollingUpdate.maxSurge + 1
    expect(pods * CONNECTIONS_PER_POD).toBeLessThan(CONNECTIONS_MAX)
  })

  it('gives the operator’s account to the console’s pod alone, which has a port for the staff and a volume', () => {
    const [office] = deploymentOf('apoderados-office').spec.template.spec.containers
    const environment = Object.fromEntries(
      office.env.map(({ name, value }: { name: string; value?: string }) => [name, value]),
    )
    const ports = office.ports.map(({ containerPort }: { containerPort: number }) => containerPort)
    expect(ports).toEqual([SERVER_PORT, Number(environment.OFFICE_PORT)])
    expect(Object.keys(environment)).toEqual(['OFFICE_PORT', 'LOADS_DATABASE_URL'])
    expect(JSON.stringify(serverContainer)).not.toContain('apoderados-operator')
  })

  it('admits calls only from the addresses that the server trusts', () => {
    const policies = manifestsOfKind('NetworkPolicy')
    const policyOf = (name: string) => policies.find(({ metadata }) => metadata.name === name)?.spec
    expect(policyOf('default-deny')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    for (const name of ['apoderados-calls', 'apoderados-office-calls']) {
      const [{ from }] = policyOf(name).ingress
      const addresses = from.map(({ ipBlock }: { ipBlock: { cidr: string } }) =>
        ipBlock.cidr.replace('/32', ''),
      )
      expect(readConfig({ TRUST_PROXY: configMapData.TRUST_PROXY }).trustProxy).toEqual(addresses)
    }
  })
})
