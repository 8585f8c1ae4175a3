import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@apoderados/server/config'
import { recordSettings } from '@apoderados/server/startup/serverSettings'
import { expect, it } from 'vitest'
import { connect } from './connection.ts'

it('warns of settings that are not those of the server', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'apoderados-ajustes-'))
  const shared = { DATA_DIR, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  const warningsWith = async (settings: NodeJS.ProcessEnv) => {
    const warnings: string[] = []
    // The database does not answer, which ends the connection after the settings were compared.
    await connect({ ...shared, ...settings }, undefined, (line) => warnings.push(line)).catch(() => undefined)
    return warnings
  }
  const PUBLIC_URL = 'https://app.colegio.example'
  expect(await warningsWith({})).toEqual([])
  await recordSettings(readConfig({ ...shared, PUBLIC_URL, SCAN_COMMAND: 'clamdscan -' }))
  expect(await warningsWith({ PUBLIC_URL, SCAN_COMMAND: 'clamdscan -' })).toEqual([])
  expect(await warningsWith({})).toEqual([
    'Aviso: PUBLIC_URL y SCAN_COMMAND no son aquí como en el servidor. Use en los comandos los mismos ajustes.',
  ])
  expect(await warningsWith({ PUBLIC_URL: 'https://otra.example', SCAN_COMMAND: 'clamdscan -' })).toEqual([
    'Aviso: PUBLIC_URL no es aquí como en el servidor. Use en los comandos los mismos ajustes.',
  ])
  await rm(DATA_DIR, { recursive: true })
})
