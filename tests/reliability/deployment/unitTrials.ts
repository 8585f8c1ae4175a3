import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import { readText, root } from './deployFiles.ts'

/**
 * The maximum of systemd's exposure level, which rates from 0 to 10 what a compromised service could do to the machine.
 */
const EXPOSURE_MAX = 2

/**
 * Verifies the units with systemd. The program that each unit starts is replaced by Node, because it is not installed
 * here.
 */
export async function checkUnits(folder: string): Promise<Verdict> {
  const unitFolder = join(folder, 'units')
  mkdirSync(unitFolder)
  const paths: string[] = []
  for (const path of globSync('deploy/systemd/*.{service,timer}', { cwd: root })) {
    const text = readText(path).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    const name = path.replace(/^.*\//, '').replace('@.', '@3000.')
    writeFileSync(join(unitFolder, name), text)
    paths.push(join(unitFolder, name))
  }
  const verified = await runToEnd('systemd-analyze', ['verify', '--man=no', ...paths])
  const services = paths.filter((path) => path.endsWith('.service'))
  const exposed = await runToEnd('systemd-analyze', [
    'security',
    '--offline=true',
    `--threshold=${EXPOSURE_MAX * 10}`,
    '--no-pager',
    ...services,
  ])
  const levels = [...exposed.output().matchAll(/exposure level for (\S+): ([\d.]+)/g)]
  const code = await verified.ended
  const isGood = code === 0 && verified.output() === '' && (await exposed.ended) === 0 && levels.length === 3
  return {
    isGood,
    summary: `verify ${code}${verified.output()}; exposure ${levels.map(([, name, level]) => `${name} ${level}`).join(', ')}`,
  }
}

/** Converts the queries of Grafana's dashboard to rules, because promtool checks only the expressions of rules. */
function panelsAsRules(): { text: string; count: number } {
  const { panels }: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    readText('deploy/grafana-dashboard.json'),
  )
  // The heading of a row of panels has no queries.
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }))
  return { text: JSON.stringify({ groups: [{ name: 'panels', rules }] }), count: expressions.length }
}

/** Checks the alerting rules and the dashboard's queries with promtool, and runs the tests of the rules. */
export async function checkAlerts(folder: string): Promise<Verdict> {
  const panels = panelsAsRules()
  const path = join(folder, 'panels.yaml')
  writeFileSync(path, panels.text)
  const checked = await runToEnd('promtool', [
    'check',
    'rules',
    join(root, 'deploy/prometheus-rules.yaml'),
    path,
  ])
  const ruleTests = await runToEnd('promtool', [
    'test',
    'rules',
    join(root, 'deploy/prometheus-rules.test.yaml'),
  ])
  const isGood = (await checked.ended) === 0 && (await ruleTests.ended) === 0
  const counts = [...checked.output().matchAll(/(\d+) rules found/g)].map(([, count]) => count)
  return {
    isGood: isGood && counts[1] === String(panels.count),
    summary: `${counts[0]} alerts, ${counts[1]} queries of panels${isGood ? '; each alert silent and firing in its test' : `\n${checked.output()}${ruleTests.output()}`}`,
  }
}
