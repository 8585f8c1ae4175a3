import { readLastBackup } from '@apoderados/database/backup/lastBackup'
import { drizzle } from 'drizzle-orm/node-postgres'
import { withDatabase } from './database.ts'
import { type Finding, good, warning } from './finding.ts'

const MS_PER_HOUR = 3_600_000
/** One a night, and two hours for it. */
const HOURS_MOST = 26

/** Of those that `backup create` made: others leave no line in the audit log. */
export const lookAtLastBackup = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const made = await readLastBackup(drizzle({ client }))
    if (!made) return warning('Ninguno hecho con backup create. Programe uno cada noche.')
    const hours = Math.floor((Date.now() - made.getTime()) / MS_PER_HOUR)
    const age = hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`
    return hours >= HOURS_MOST
      ? warning(`El último tiene ${age}. Revise el respaldo de cada noche.`)
      : good(`El último tiene ${age}.`)
  })
