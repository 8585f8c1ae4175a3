import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

describe('the log on standard output', () => {
  it.each([
    ['the end of the process', 'process.exit(3)'],
    ['an uncaught error', "throw new Error('boom')"],
  ])('loses no line at %s', (_, end) => {
    const code = `import { openOutput } from ${JSON.stringify(new URL('./standardOutput.ts', import.meta.url).href)}
      const output = openOutput()
      output.write('uno\\n')
      output.write('dos\\n')
      ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('uno\ndos\n')
  })
})
