import type { Script } from '../tests/support/stage/scripts.ts'

/** The suites that `npm run check:full` runs, in this order. */
export const fullSuites: Script[] = [
  { script: 'test' },
  { script: 'e2e' },
  { script: 'project/exhaustive' },
  { script: 'security/static' },
  { script: 'security/authz' },
  { script: 'security/fuzz' },
  { script: 'security/auth' },
  { script: 'security/mutants' },
  { script: 'security/web', needs: ['sqlmap', 'wapiti'] },
  { script: 'reliability/import' },
  { script: 'reliability/pushes' },
  { script: 'reliability/processes' },
  { script: 'reliability/cluster' },
  { script: 'reliability/failover' },
  { script: 'reliability/patroni', needs: ['patroni', 'etcd', 'haproxy'] },
  { script: 'reliability/pointInTime', needs: ['pgbackrest', 'openssl'] },
  { script: 'reliability/pooler', needs: ['pgbouncer'] },
  { script: 'reliability/deploy', needs: ['nginx', 'openssl', 'systemd-analyze', 'promtool'] },
  { script: 'reliability/release', needs: ['nginx', 'curl'] },
  { script: 'reliability/crash', needs: ['strace'] },
  { script: 'reliability/load', needs: ['slowhttptest'] },
  { script: 'reliability/faults', needs: ['faketime'] },
  { script: 'performance/api' },
  { script: 'performance/api', args: ['--shards'] },
  { script: 'reliability/client' },
  { script: 'performance/web' },
  // This suite reads the results of all suites above.
  { script: 'security/asvs' },
]
