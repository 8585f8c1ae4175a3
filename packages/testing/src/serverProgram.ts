/** The server's program with the limits of tests, which they start as a process. */
import { runServer } from '@apoderados/server/runServer'
import { testTimeouts } from './testTimeouts.ts'

await runServer(testTimeouts)
