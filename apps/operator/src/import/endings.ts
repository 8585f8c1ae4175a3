import type pg from 'pg'
import { Refusal } from '../explain.ts'
import { compare } from './merges/merge.ts'
import { peopleMerges } from './merges/people.ts'
import { reachOf, type School } from './write.ts'

/** A list that is only a part of the list would take the whole rest away from their families (R37). */
const SHARE_MAX = 0.05

const live: Record<string, string> = {
  matrículas: `select count(*) from enrollments l where l.withdrawn_on is null and l.establishment_id = $1
    and l.year in (select year from known_enrollments where is_listed)`,
  vínculos: 'select count(*) from student_parents l where l.establishment_id = $1',
}

/** Told before anything is written. @throws {Refusal} when a school would lose more than 5 % of one of them */
export async function refuseManyEndings(client: pg.ClientBase, schools: School[]): Promise<void> {
  const tooMany: string[] = []
  for (const school of schools.filter(({ id }) => id !== null)) {
    for (const merge of [peopleMerges.enrollments, peopleMerges.links]) {
      const { ended } = await compare(client, merge, reachOf(school), false)
      const { rows } = await client.query<{ count: string }>(live[merge.name] as string, [school.id])
      const all = Number(rows[0]?.count)
      if (ended > all * SHARE_MAX)
        tooMany.push(`${school.rbd}, ${merge.name} que terminan: ${ended} de ${all}`)
    }
  }
  if (tooMany.length > 0) {
    throw new Refusal(
      `Demasiado termina de una vez (más de 5 %): ${tooMany.join('; ')}. ¿Está completa la lista? Si es así, repita con --allow-endings.`,
    )
  }
}
