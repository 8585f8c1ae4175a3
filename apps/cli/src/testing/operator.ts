import { openDatabase } from '@apoderados/database/client/open'
import { readInvitations } from '@apoderados/database/invitations/invitationLetters'
import { auditLog } from '@apoderados/database/schema/schema'
import { operatorUrl } from '@apoderados/server/testing/database/databaseRoles'
import type { TestServer } from '@apoderados/server/testing/testServer'
import { desc, eq } from 'drizzle-orm'
import { inject } from 'vitest'
import { runAdmin } from '../admin/runAdmin.ts'
import type { Connection } from '../connection.ts'

type Desk = {
  /** What the operator answers, one after the other; without, nobody is there to answer. */
  answers?: string[]
  environment?: NodeJS.ProcessEnv
  /** The database and key that `environment` tells, instead of the running server's. */
  connect?: (environment: NodeJS.ProcessEnv) => Promise<Connection>
}

/** All others do with the operator's account. */
const OF_THE_OWNER = /^(backup restore|demo on|schema update)\b/

/** An operator beside the running server: each call is a command with its arguments. */
export function useOperator(server: () => TestServer) {
  return async function operate(args: string[], { answers, environment = {}, connect }: Desk = {}) {
    const [said, errors, left] = [[] as string[], [] as string[], [...(answers ?? [])]]
    const terminal = {
      print: (line = '') => void said.push(line),
      warn: (line: string) => void errors.push(line),
      ask: async () => (answers ? (left.shift() ?? '') : undefined),
      askSecret: async () => left.shift() ?? '',
    }
    const { services } = server()
    const url = OF_THE_OWNER.test(args.join(' ')) ? server().url : await operatorUrl(server())
    const dataDir = inject('dataDir')
    async function connectBeside(): Promise<Connection> {
      const db = openDatabase(url, { isPatient: true })
      return { ...services, db, url, dataDir, publicUrl: undefined, close: () => db.$client.end() }
    }
    const code = await runAdmin(args, {
      terminal,
      environment: { DATA_DIR: dataDir, ...environment },
      connect: connect ?? connectBeside,
    })
    return { code, said: said.join('\n'), errors: errors.join('\n') }
  }
}

/** The newest line that a command left in the audit log. */
export async function lastNote({ db }: TestServer) {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'operator'))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row
}

/** The one-time password that a guardian's invitation brings. */
export async function passwordOf(
  { db, services }: TestServer,
  parent_id: number,
): Promise<string | undefined> {
  for await (const letters of readInvitations(db, services.keys, [parent_id])) {
    if (letters[0]) return letters[0].password
  }
  return undefined
}
