import { readLastBackup } from '@apoderados/database/backup/lastBackup'
import { drizzle } from 'drizzle-orm/node-postgres'
import { withDatabase } from './database.ts'
import { type Finding, good, warning } from './finding.ts'

const MS_PER_HOUR = 3_600_000
/** Backups run every 24 hours and may take up to two hours. */
const HOURS_MAX = 26

/** Checks the last backup of `backup create`; other backups leave no line in the audit log. */
export const checkLastBackup = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const lastBackup = await readLastBackup(drizzle({ client }))
    if (!lastBackup) return warning('Ninguno hecho con backup create. Programe uno cada noche.')
    const hours = Math.floor((Date.now() - lastBackup.getTime()) / MS_PER_HOUR)
    const age = hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`
    return hours >= HOURS_MAX
      ? warning(`El último tiene ${age}. Revise el respaldo de cada noche.`)
      : good(`El último tiene ${age}.`)
  })
