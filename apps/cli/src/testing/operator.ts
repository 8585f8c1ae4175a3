import { openDatabase } from '@apoderados/core/db/client/open'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { readInvitations } from '@apoderados/core/invitations/invitationLetters'
import { operatorUrl } from '@apoderados/testing/database/databaseRoles'
import type { TestServer } from '@apoderados/testing/testServer'
import { desc, eq } from 'drizzle-orm'
import { inject } from 'vitest'
import { runAdmin } from '../admin/runAdmin.ts'
import type { Connection } from '../connection.ts'

type OperatorOptions = {
  /** The operator's answers in order; without them, the input is not a terminal. */
  responses?: string[]
  environment?: NodeJS.ProcessEnv
  /** The PUBLIC_URL of the default connection; null for none. */
  publicUrl?: string | null
  /** Replaces the default connection, which uses the test server's database and key. */
  connect?: (environment: NodeJS.ProcessEnv) => Promise<Connection>
}

/** Matches the commands that use the database owner's account; all others use the operator's account. */
const OWNER_COMMAND_PATTERN = /^(move import|demo on|schema update)\b/

/** Returns a function that runs an operator's command, whose name and arguments are `args`, while the server runs. */
export function setupOperator(server: () => TestServer) {
  return async function operate(
    args: string[],
    { responses, environment = {}, publicUrl = 'https://app.colegio.example', connect }: OperatorOptions = {},
  ) {
    const [output, errors, remaining] = [[] as string[], [] as string[], [...(responses ?? [])]]
    const terminal = {
      print: (line = '') => void output.push(line),
      warn: (line: string) => void errors.push(line),
      ask: async () => (responses ? (remaining.shift() ?? '') : undefined),
      askSecret: async () => remaining.shift() ?? '',
    }
    const { services } = server()
    const url = OWNER_COMMAND_PATTERN.test(args.join(' ')) ? server().url : await operatorUrl(server())
    const dataDir = inject('dataDir')
    async function connectToTestServer(): Promise<Connection> {
      const db = openDatabase(url, { forOperator: true })
      return {
        ...services,
        db,
        url,
        dataDir,
        publicUrl: publicUrl ?? undefined,
        close: () => db.$client.end(),
      }
    }
    const code = await runAdmin(args, {
      terminal,
      environment: { DATA_DIR: dataDir, ...environment },
      connect: connect ?? connectToTestServer,
    })
    return { code, output: output.join('\n'), errors: errors.join('\n') }
  }
}

/** Returns the newest line of a command in the audit log. */
export async function lastAuditLine({ db }: TestServer) {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'operator'))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row
}

/** Returns the one-time password of a guardian's invitation. */
export async function passwordOf(
  { db, services }: TestServer,
  parent_id: number,
): Promise<string | undefined> {
  for await (const letters of readInvitations(db, services.keys, [parent_id])) {
    if (letters[0]) return letters[0].password
  }
  return undefined
}
