import { readLastBackup } from '@apoderados/database/backup/lastBackup'
import { drizzle } from 'drizzle-orm/node-postgres'
import { withDatabase } from './database.ts'
import { type Finding, goodFinding, warningFinding } from './finding.ts'

const MS_PER_HOUR = 3_600_000
/** A backup of this age is late: backups run every 24 hours and may take up to two hours. */
const BACKUP_AGE_WARNING_HOURS = 26

/** Checks the age of the last backup of `backup create`; other backups leave no line in the audit log. */
export const checkLastBackup = (url: string): Promise<Finding> =>
  withDatabase(url, async (client) => {
    const lastBackup = await readLastBackup(drizzle({ client }))
    if (!lastBackup) return warningFinding('Ninguno hecho con backup create. Programe uno cada noche.')
    const hours = Math.floor((Date.now() - lastBackup.getTime()) / MS_PER_HOUR)
    const age = hours < 48 ? `${hours} horas` : `${Math.floor(hours / 24)} días`
    return hours >= BACKUP_AGE_WARNING_HOURS
      ? warningFinding(`El último tiene ${age}. Revise el respaldo de cada noche.`)
      : goodFinding(`El último tiene ${age}.`)
  })
