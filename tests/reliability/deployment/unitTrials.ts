import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from '../../support/stage/programs.ts'
import type { Verdict } from '../../support/stage/verdicts.ts'
import { read, root } from './deployFiles.ts'

/** Of systemd's own scale, from 0 to 10: what a service could still do to the machine. */
const EXPOSURE_MOST = 2

/** Each unit by systemd's own reading; the programs that they name are not here. */
export async function unitsAreValid(folder: string): Promise<Verdict> {
  const place = join(folder, 'units')
  mkdirSync(place)
  const paths: string[] = []
  for (const path of globSync('deploy/systemd/*.{service,timer}', { cwd: root })) {
    const text = read(path).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    const name = path.replace(/^.*\//, '').replace('@.', '@3000.')
    writeFileSync(join(place, name), text)
    paths.push(join(place, name))
  }
  const verified = await runToEnd('systemd-analyze', ['verify', '--man=no', ...paths])
  const services = paths.filter((path) => path.endsWith('.service'))
  const exposed = await runToEnd('systemd-analyze', [
    ...['security', '--offline=true', `--threshold=${EXPOSURE_MOST * 10}`, '--no-pager'],
    ...services,
  ])
  const levels = [...exposed.said().matchAll(/exposure level for (\S+): ([\d.]+)/g)]
  const code = await verified.ended
  const isGood = code === 0 && verified.said() === '' && (await exposed.ended) === 0 && levels.length === 3
  return {
    isGood,
    told: `verify ${code}${verified.said()}; exposure ${levels.map(([, name, level]) => `${name} ${level}`).join(', ')}`,
  }
}

/** What the dashboard's panels ask, as rules: promtool reads no other expressions. */
function panelsAsRules(): { text: string; count: number } {
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    read('deploy/grafana-dashboard.json'),
  )
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const rules = asked.map((expr, index) => ({ record: `panel:${index}`, expr }))
  return { text: JSON.stringify({ groups: [{ name: 'panels', rules }] }), count: asked.length }
}

/** Prometheus' own reading of the rules and the panels, and what the rules say of made-up figures. */
export async function alertsFire(folder: string): Promise<Verdict> {
  const panels = panelsAsRules()
  const path = join(folder, 'panels.yaml')
  writeFileSync(path, panels.text)
  const checked = await runToEnd('promtool', [
    'check',
    'rules',
    join(root, 'deploy/prometheus-rules.yaml'),
    path,
  ])
  const tried = await runToEnd('promtool', ['test', 'rules', join(root, 'deploy/prometheus-rules.test.yaml')])
  const isGood = (await checked.ended) === 0 && (await tried.ended) === 0
  const counts = [...checked.said().matchAll(/(\d+) rules found/g)].map(([, count]) => count)
  return {
    isGood: isGood && counts[1] === String(panels.count),
    told: `${counts[0]} alerts, ${counts[1]} queries of panels${isGood ? '; each alert silent and firing in its test' : `\n${checked.said()}${tried.said()}`}`,
  }
}
