import { operatorUrl } from '@apoderados/testing/database/databaseRoles'
import type { TestServer } from '@apoderados/testing/testServer'
import { setupOperator } from './operator.ts'

/**
 * Returns a function that runs `npm run admin -- check` with the operator's database account, unless `environment` has
 * another DATABASE_URL. The result of a run has its output lines by the name of the check.
 */
export function setupCheck(server: () => TestServer) {
  const operate = setupOperator(server)
  return async function check(environment: NodeJS.ProcessEnv = {}, ...args: string[]) {
    const DATABASE_URL = await operatorUrl(server())
    const done = await operate(['check', ...args], { environment: { DATABASE_URL, ...environment } })
    const lines = done.output
      .split('\n')
      .map((line) => [line.slice(7, 27).trim(), `${line.slice(0, 5).trim()}: ${line.slice(27)}`])
    return { ...done, lines: Object.fromEntries(lines) as Record<string, string> }
  }
}
