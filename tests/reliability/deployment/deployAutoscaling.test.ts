import { databaseLimits } from '@apoderados/database/client/limits'
import { limits } from '@apoderados/server/config'
import { describe, expect, it } from 'vitest'
import { manifestsOfKind, readText } from './deployFiles.ts'

/** PostgreSQL's default of `max_connections`, 100, less the 3 connections that it reserves for superusers. */
const CONNECTIONS_MAX = 97
/** The one process of a pod opens the connections of its pool, and one more that holds a lock. */
const CONNECTIONS_PER_POD = databaseLimits.databaseConnections + 1

const [autoscaler] = manifestsOfKind('HorizontalPodAutoscaler')
const [deployment] = manifestsOfKind('Deployment')

describe('autoscaling on Kubernetes', () => {
  it('scales the server, and keeps at least two pods', () => {
    const { apiVersion, kind, metadata } = deployment
    expect(autoscaler.spec.scaleTargetRef).toEqual({ apiVersion, kind, name: metadata.name })
    expect(autoscaler.spec.minReplicas).toBeGreaterThanOrEqual(2)
  })

  it('adds pods by an exported metric, before a pod refuses calls', () => {
    const [{ pods }] = autoscaler.spec.metrics
    expect(readText('apps/server/src/metrics/requests.ts')).toContain(`name: '${pods.metric.name}'`)
    expect(Number(pods.target.averageValue)).toBeLessThan(limits.maxConcurrentCalls / 2)
  })

  it('opens no more connections than PostgreSQL admits, also during a rolling update', () => {
    const { maxSurge } = deployment.spec.strategy.rollingUpdate
    const pods = autoscaler.spec.maxReplicas + maxSurge
    expect(pods * CONNECTIONS_PER_POD).toBeLessThan(CONNECTIONS_MAX)
  })
})
