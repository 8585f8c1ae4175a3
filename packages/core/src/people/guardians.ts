import { parseRun } from '@apoderados/contract/values/rut'
import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { parents } from '../db/tables/people.ts'

/** The columns of the document 'ipa:…' or 'passport:…', else a RUN. */
function documentColumns(document: string) {
  const [, kind, number] = /^(ipa|passport):(.*)$/i.exec(document) ?? []
  if (kind && number)
    return {
      foreign_document: `${kind.toLowerCase()}:${number.trim().toUpperCase()}`,
      rut: null,
      rut_dv: null,
    }
  const run = parseRun(document)
  return { foreign_document: null, rut: run?.rut ?? null, rut_dv: run?.rut_dv ?? null }
}

/** Finds the account with a RUN, 'ipa:…' or 'passport:…', and locks it until the transaction ends. */
export async function findGuardian(
  transaction: Queryable,
  document: string,
): Promise<{ id: number; email: string } | undefined> {
  const { foreign_document, rut } = documentColumns(document)
  const [found] = await transaction
    .select(pick(parents, 'id', 'email'))
    .from(parents)
    .where(
      foreign_document === null ? eq(parents.rut, rut ?? '') : eq(parents.foreign_document, foreign_document),
    )
    .for('no key update')
  return found
}

type NewGuardian = { name: string; last_name: string; email: string; phone: string | null }

/** Adds an account without a password and returns its id; undefined if another account has the e-mail. */
export async function insertGuardian(
  transaction: Queryable,
  document: string,
  { phone, ...person }: NewGuardian,
): Promise<number | undefined> {
  const [added] = await transaction
    .insert(parents)
    .values({ ...person, ...documentColumns(document), phone: phone || null })
    .onConflictDoNothing({ target: parents.email })
    .returning({ id: parents.id })
  return added?.id
}
