import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { recordSigningKey } from '@apoderados/core/accounts/signingKeys'
import { openDatabase } from '@apoderados/core/db/client/open'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { programEnvironment } from '@apoderados/testing/serverProcess'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { connect } from '../connection.ts'
import { setupFolders } from '../testing/folders.ts'
import { lastAuditLine, setupOperator } from '../testing/operator.ts'
import { commands } from './commands.ts'

const server = setupServer()
const operate = setupOperator(server)
const newFolder = setupFolders()
const repositoryRoot = join(import.meta.dirname, '../../../..')

/** Runs an operator's command through npm. */
async function runAdminThroughNpm(args: string[], environment: Record<string, string> = {}) {
  const child = spawn('npm', ['run', '--silent', 'admin', '--', ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), HOME: process.env.HOME ?? '', ...environment },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output, errors }
}

describe('npm run admin', () => {
  it('runs a command, and exits with its code', { tags: 'long' }, async () => {
    const environment = { DATABASE_URL: server().url, DATA_DIR: await newFolder() }
    const list = await runAdminThroughNpm(['school', 'list', '--json'], environment)
    expect([list.code, list.errors]).toEqual([0, ''])
    expect(JSON.parse(list.output)).toMatchObject([{ rbd: '90002-8' }, { rbd: '90010-9' }])
    expect(await lastAuditLine(server())).toMatchObject({
      detail: { command: 'school list', uid: process.getuid?.() },
    })
    const refused = await runAdminThroughNpm(['account', 'unlock', 'nadie@example.com'], environment)
    expect(refused).toEqual({ code: 1, output: '', errors: 'No hay una cuenta con ese correo.\n' })
  })
})

const UNREACHABLE_MESSAGE =
  'La base de datos no responde. Revise DATABASE_URL y que el servidor de PostgreSQL esté en marcha.'

describe('a command that cannot reach its database', () => {
  const list = (environment: Record<string, string>) => operate(['school', 'list'], { environment, connect })
  const refused = (errors: string) => ({ code: 1, output: '', errors })

  it('with another secret key than the server’s changes nothing', async () => {
    await recordSigningKey(server().db, server().services.keys)
    const before = await server().db.$count(auditLog)
    const environment = { DATABASE_URL: server().url, DATA_DIR: await newFolder() }
    expect(await operate(['demo', 'off'], { environment, connect })).toEqual(
      refused(
        'No se puede: la clave secreta no es la del servidor: use el mismo DATA_DIR o SECRET_KEYS con que corre la aplicación',
      ),
    )
    expect(await server().db.$count(auditLog)).toBe(before)
  })

  it('reports in one line that the database is unreachable, or rejects the connection', async () => {
    const DATA_DIR = await newFolder()
    const listWithUrl = (DATABASE_URL: string) => list({ DATA_DIR, DATABASE_URL })
    expect(await listWithUrl('postgres://nobody:secreto@127.0.0.1:1/none')).toEqual(
      refused(UNREACHABLE_MESSAGE),
    )
    expect(await listWithUrl(server().url.replace(/:[^:@]+@/, ':equivocada@'))).toEqual(
      refused('La base de datos rechaza la contraseña. Revise DATABASE_URL.'),
    )
    expect(await listWithUrl(`${server().url}_no`)).toEqual(
      refused('La base de datos no existe. Revise DATABASE_URL.'),
    )
    expect(await listWithUrl(server().url.replace(/:[^:@]+@/, '@'))).toEqual(
      refused('A DATABASE_URL le falta la contraseña.'),
    )
    expect(await listWithUrl(`${server().url}?sslmode=require`)).toEqual(
      refused('El servidor de PostgreSQL no ofrece TLS. Actívelo en él, o quite sslmode de DATABASE_URL.'),
    )
    expect((await listWithUrl('mysql://x')).errors).toBe(
      'No se puede: DATABASE_URL must be postgres://user:password@host/name',
    )
  })

  it('reports that the database became unreachable during the command', async () => {
    const beside = openDatabase(server().url)
    const cut = async () => {
      const services = server().services
      await beside.$client.query('select 1')
      return {
        ...services,
        db: beside,
        url: '',
        dataDir: '',
        publicUrl: undefined,
        close: () => beside.$client.end(),
      }
    }
    await server().db.execute(sql`create function stop_it() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await server().db.execute(
      sql`create trigger stop_it before insert on audit_log for each row execute function stop_it()`,
    )
    const stopped = await operate(['account', 'unlock', CAROLINA], { connect: cut })
    await server().db.execute(sql`drop function stop_it cascade`)
    expect(stopped).toEqual(refused(UNREACHABLE_MESSAGE))
  })
})

describe('the help', () => {
  it('lists the commands if none is given', async () => {
    const { code, output, errors } = await operate([])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toMatch(/^Comandos del operador de Apoderados\n\nUso: npm run admin -- <grupo> <acción>/)
  })

  it('explains each command with a valid example', async () => {
    for (const { name, summary, example } of commands) {
      const [group = ''] = name.split(' ')
      const { code, output } = await operate([group, '--help'])
      expect(code).toBe(0)
      expect(output).toContain(`\n  ${summary}\n`)
      expect(output).toContain(`Ejemplo: npm run admin -- ${example}`)
      expect(example.startsWith(name), example).toBe(true)
      expect((await operate([])).output).toContain(summary)
    }
  })
})

describe('an invalid command', () => {
  it.each([
    [['colegio'], /^No existe el grupo «colegio»\.\n\nComandos del operador/],
    [['link'], /^Falta la acción de link\.\n\nlink list/],
    [['link', 'cerrar'], /^No existe la acción «cerrar» de link\.\n\nlink list/],
    [['link', 'restore', '1-9'], /^Falta <cuenta>\.\n\nlink restore <run> <cuenta>/],
    [['link', 'restore', '1-9', 'a@b.cl', 'secreto'], /^Sobran argumentos\.\n\n/],
    [['link', 'restore', '1-9', 'a@b.cl', '--motivo', 'secreto'], /^No existe la opción --motivo\.\n\n/],
    [['link', 'restore', '1-9', 'a@b.cl', '--constructor'], /^No existe la opción --constructor\.\n\n/],
    [['link', 'restore', '1-9', 'a@b.cl', '-x'], /^No existe la opción -x\.\n\n/],
    [['link', 'block', '1-9', 'a@b.cl'], /^Falta --reason <motivo>\.\n\n/],
    [['link', 'block', '1-9', 'a@b.cl', '--reason'], /^Falta el valor de --reason <motivo>\.\n\n/],
    [
      ['link', 'block', '1-9', 'a@b.cl', '--reason', '--school'],
      /^Falta el valor de --reason <motivo>\.\n\n/,
    ],
    [['link', 'list', '--json=si'], /^--json no lleva un valor\.\n\n/],
    [['link', 'list', '--student', '1', '--student', '2'], /^--student va una sola vez\.\n\n/],
  ])('%j prints the help that is needed', async (args, errors) => {
    const { code, output, errors: errorOutput } = await operate(args)
    expect([code, output]).toEqual([2, ''])
    expect(errorOutput).toMatch(errors)
    expect(errorOutput).not.toContain('secreto')
  })
})
