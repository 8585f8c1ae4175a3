import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, root } from '../deployFiles.ts'
import { runToEnd } from '../stage/programs.ts'
import type { Verdict } from '../stage/verdicts.ts'

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
