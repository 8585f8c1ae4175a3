import type { Script } from './stage/scripts.ts'

/** What `npm run check:full` runs, in this order. */
export const suites: Script[] = [
  { script: 'test' },
  { script: 'e2e' },
  { script: 'sec:static' },
  { script: 'sec:authz' },
  { script: 'sec:fuzz' },
  { script: 'sec:auth' },
  { script: 'sec:mutants' },
  { script: 'sec:web', needs: ['sqlmap', 'wapiti'] },
  { script: 'rel:import' },
  { script: 'rel:processes' },
  { script: 'rel:cluster' },
  { script: 'rel:deploy', needs: ['nginx', 'openssl', 'systemd-analyze', 'promtool'] },
  { script: 'rel:crash', needs: ['strace'] },
  { script: 'rel:load', needs: ['slowhttptest'] },
  { script: 'rel:faults', needs: ['faketime'] },
  { script: 'bench:api' },
  { script: 'bench:api', args: ['--shards'] },
  { script: 'rel:client' },
  { script: 'bench:web' },
  // It asks for the results of those before it.
  { script: 'sec:asvs' },
]
