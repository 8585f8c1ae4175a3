import { readFileSync } from 'node:fs'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer({ withMetrics: true })
const readDeployFile = (name: string) =>
  readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')

/** Returns the names of all metrics of a process. */
async function metricNames(): Promise<Set<string>> {
  await server().send('login', { email: 'nadie@example.com', password: 'mala' })
  const lines = String(await server().metrics?.text()).split('\n')
  // A counter with labels has no series before its first count, but already a name.
  return new Set(lines.map((line) => /^(?:# TYPE )?(\w+)/.exec(line)?.[1] ?? ''))
}

const metricNamesIn = (text: string) => new Set(text.match(/\b(apoderados|nodejs|process)_[a-z0-9_]+\b/g))

describe.each(['prometheus-rules.yaml', 'prometheus-rules.test.yaml', 'grafana-dashboard.json'])(
  '%s',
  (name) => {
    it('uses only metrics that exist', async () => {
      const [usedMetrics, existingMetrics] = [metricNamesIn(readDeployFile(name)), await metricNames()]
      expect(usedMetrics.size).toBeGreaterThan(10)
      expect([...usedMetrics].filter((metric) => !existingMetrics.has(metric))).toEqual([])
    })
  },
)

it('every metric in the operator’s table has an alert or a panel', () => {
  const table = /\| Figure \|[\s\S]+?\n\n/.exec(
    readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8'),
  )
  const shownMetrics = metricNamesIn(
    readDeployFile('prometheus-rules.yaml') + readDeployFile('grafana-dashboard.json'),
  )
  const listed = metricNamesIn(table?.[0] ?? '')
  expect(listed.size).toBeGreaterThan(10)
  expect([...listed].filter((name) => ![...shownMetrics].some((metric) => metric.startsWith(name)))).toEqual(
    [],
  )
})
