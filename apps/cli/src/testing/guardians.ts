import type { parents } from '@apoderados/database/schema/schema'
import { newRun } from '@apoderados/importer/testing/newRun'
import { ourSchool } from '@apoderados/server/testing/ourSchool'
import type { TestServer } from '@apoderados/server/testing/testServer'

/** Guardians, each signed in and of a school of its own; with its e-mail, and a RUT as an operator types it. */
export function useGuardians(server: () => TestServer) {
  let count = 0
  return async function guardian(row: Partial<typeof parents.$inferInsert> = {}) {
    count += 1
    const email = `cuenta.${count}@example.com`
    const run = newRun()
    const school = await ourSchool(server())
    const parent_id = await school.parent({ email, foreign_document: null, ...run.columns, ...row })
    return { parent_id, email, rut: run.typed, school, ...(await school.signIn(parent_id)) }
  }
}
