import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@apoderados/database/client/open'
import { loadKeys, randomId } from '@apoderados/database/secrets/keys'
import { createPasswords } from '@apoderados/server/auth/passwords'
import { createLinks, type Links } from '@apoderados/server/auth/signedLinks'
import { createTokens, type Tokens } from '@apoderados/server/auth/tokens'
import { startProgram } from '../../support/stage/programs.ts'

const root = join(import.meta.dirname, '../../..')
const STUDENT_COUNT = 1_000
const PARENT_COUNT = 2_000
/**
 * Enough sessions that none reaches its limit of calls per minute, even if the load is ten times the peak of one
 * server.
 */
const SESSIONS_PER_PARENT = 2
const SESSION_SECONDS = 86_400
const PASSWORD = 'cuncuna celeste 42'

/** A session and the ids that its parent's pages would request. */
export type FamilySession = {
  session_id: string
  jwt: string
  student_id: number
  course_subject_id: number
  sub_period_id: number
  document_id: string | null
  photo_id: string | null
  school: number
}
export type LoadSchool = {
  families: FamilySession[]
  emails: string[]
  password: string
  links: Links
  secretKeys: string
}

async function runOperator(entry: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const program = startProgram(
    process.execPath,
    ['--import', './scripts/preload.js', `apps/cli/src/${entry}.ts`, ...args],
    {
      cwd: root,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    },
  )
  const code = await program.ended
  if (code !== 0) throw new Error(`${entry} failed:\n${program.output()}`)
}

/** Adds a third adult to the first students, because the generated school has 1,450 parents, not PARENT_COUNT. */
const ADD_THIRD_ADULTS = `with added as (
    insert into parents (email, name, last_name, account_confirmed)
    select 'tercero' || number || '@example.com', 'Tercera', 'Persona', true
    from generate_series(1, $1::int - (select count(*)::int from parents)) as number
    returning id),
  numbered as (select id, row_number() over (order by id) as number from added),
  theirs as (select establishment_id, id, row_number() over (order by id) as number from students)
  insert into student_parents (establishment_id, student_id, parent_id, parent_type)
  select establishment_id, theirs.id, numbered.id, 'other' from numbered join theirs using (number)`

const FAMILIES_QUERY = `select distinct on (link.parent_id) link.parent_id::int, link.student_id::int,
    enrollment.photo_id, enrollment.establishment_id::int as school, subject.id::int as course_subject_id, period.id::int as sub_period_id, event.document_id
  from student_parents link
  join enrollments enrollment using (establishment_id, student_id)
  join lateral (select id from course_subjects where course_id = enrollment.course_id and scale_type is not null and not is_elective
    order by (id + link.parent_id) % 7, id limit 1) subject on true
  join lateral (select id from sub_periods where establishment_id = link.establishment_id
    order by starts_on limit 1) period on true
  left join lateral (select document_id from events where course_id = enrollment.course_id
    and document_id is not null limit 1) event on true
  where link.has_access and enrollment.withdrawn_on is null
  order by link.parent_id, link.student_id`

type FamilyRow = Omit<FamilySession, 'session_id' | 'jwt'> & { parent_id: number }

function createFamilySessions(rows: FamilyRow[], tokens: Tokens): (FamilySession & { parent_id: number })[] {
  return rows.flatMap((row) =>
    Array.from({ length: SESSIONS_PER_PARENT }, () => {
      const owner = { parent_id: row.parent_id, session_id: randomId() }
      return { ...row, ...owner, jwt: tokens.sign(owner, SESSION_SECONDS) }
    }),
  )
}

/**
 * Imports 1,000 generated students with the operator's command, and gives 2,000 parents a password and two sessions
 * each.
 */
export async function prepareLoadSchool(url: string, folder: string, dataDir: string): Promise<LoadSchool> {
  const secretKeys = randomBytes(32).toString('base64url')
  const set = join(folder, 'set')
  await runOperator('generate', [
    '--students',
    String(STUDENT_COUNT),
    '--photos',
    '200',
    '--documents',
    '100',
    '--to',
    set,
  ])
  await runOperator('import', [set, '--apply'], {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SECRET_KEYS: secretKeys,
  })
  const keys = await loadKeys([secretKeys], dataDir)
  const { $client: pool } = openDatabase(url, { isPatient: true })
  try {
    await pool.query(ADD_THIRD_ADULTS, [PARENT_COUNT])
    const passwords = await createPasswords()
    await pool.query('update parents set password_hash = $1', [await passwords.hash(PASSWORD)])
    const { rows } = await pool.query<FamilyRow>(FAMILIES_QUERY)
    const families = createFamilySessions(rows, createTokens(keys))
    await pool.query(
      `insert into sessions (id, parent_id, client, expires_at)
       select id, parent_id, 'web', now() + interval '1 day' from unnest($1::text[], $2::bigint[]) as s(id, parent_id)`,
      [families.map(({ session_id }) => session_id), families.map(({ parent_id }) => parent_id)],
    )
    const emails = await pool.query<{ email: string }>('select email from parents order by id')
    // Removes the import's invitations: the server would write them to files during the measurement.
    await pool.query('delete from mails')
    await pool.query('vacuum analyze')
    return {
      families,
      emails: emails.rows.map(({ email }) => email),
      password: PASSWORD,
      links: createLinks(keys),
      secretKeys,
    }
  } finally {
    await pool.end()
  }
}
