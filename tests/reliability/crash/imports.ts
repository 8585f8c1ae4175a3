import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@apoderados/school-data/random'
import { withClient } from '@apoderados/testing/client'
import { runCommand, startCommand } from '@apoderados/tests-support/environment/command.ts'
import { killAll, postgresProcesses } from '@apoderados/tests-support/environment/processes.ts'
import type { Verdict } from '@apoderados/tests-support/environment/verdicts.ts'
import type { CrashEnvironment } from './environment.ts'

/** A hash of each school's grades by the students' RUT, because the ids of an import differ each time. */
const STATE_QUERY = `select string_agg(school, ' ' order by school) as state from (
  select concat(school.rbd, ':', count(*), ':',
    sum(hashtextextended(concat(student.rut, assessment.code, grade.tenths, grade.concept), 0))) as school
  from grades grade join establishments school on school.id = grade.establishment_id
  join enrollments enrollment on enrollment.establishment_id = school.id and enrollment.id = grade.enrollment_id
  join students student on student.establishment_id = school.id and student.id = enrollment.student_id
  join assessments assessment on assessment.establishment_id = school.id and assessment.id = grade.assessment_id
  group by school.rbd) schools`

/** Kills an import of changed sheets, every second time with PostgreSQL: the school is as before or as after. */
export async function killImports(
  { postgres, files, folder, environment }: CrashEnvironment,
  kills: number,
  random: Random,
): Promise<Verdict> {
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const settings = (name: string) => ({
    ...environment,
    DATABASE_URL: urlOf(name),
    DATA_DIR: join(folder, name),
  })
  const stateOf = (name: string) =>
    withClient(urlOf(name), async (client) => String((await client.query(STATE_QUERY)).rows[0].state))
  const create = (name: string, from: string) =>
    withClient(postgres.url, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name} template ${from}`)
    })
  const [first, changed] = [join(folder, 'first'), join(folder, 'changed')]
  const size = ['--students', '600', '--schools', '1']
  await runCommand('generate', ['--to', first, ...size])
  await runCommand('generate', ['--to', changed, ...size, '--variant', '2'])
  await create('imported', 'template0')
  await runCommand('import', [first, '--apply'], settings('imported'))
  const before = await stateOf('imported')
  await create('trial', 'imported')
  const startedAt = performance.now()
  await runCommand('import', [changed, '--apply'], settings('trial'))
  const ms = performance.now() - startedAt
  const after = await stateOf('trial')
  const outcomes = { before: 0, after: 0, between: 0, unfinished: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    await create('trial', 'imported')
    const program = startCommand('import', [changed, '--apply'], settings('trial'))
    await sleep(ms * (0.4 + 0.6 * (random.below(100) / 100)))
    program.child.kill('SIGKILL')
    if (kill % 2 === 1) await killAll(postgresProcesses(files))
    await program.ended
    if (kill % 2 === 1) await postgres.start()
    const state = await stateOf('trial')
    outcomes[state === before ? 'before' : state === after ? 'after' : 'between'] += 1
    await runCommand('import', [changed, '--apply'], settings('trial'))
    if ((await stateOf('trial')) !== after) outcomes.unfinished += 1
  }
  return {
    isGood: before !== after && outcomes.between + outcomes.unfinished === 0,
    summary: `${kills} kills within ${(ms / 1_000).toFixed(1)} s: ${JSON.stringify(outcomes)}`,
  }
}
