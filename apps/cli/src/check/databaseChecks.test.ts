import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { withClient } from '@apoderados/testing/client'
import { makeRoles, operatorUrl, urlAs } from '@apoderados/testing/database/databaseRoles'
import { freshDatabase } from '@apoderados/testing/database/freshDatabase'
import { setupServer } from '@apoderados/testing/testServer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setupOperator } from '../testing/operator.ts'
import { setupCheck } from '../testing/setupCheck.ts'
import { startTlsProxy } from '../testing/startTlsProxy.ts'
import { findingOfEncryption } from './database.ts'

const server = setupServer()
const runCheckCommand = setupCheck(server)
const operate = setupOperator(server)
const query = (text: string, values: unknown[] = []) => server().db.$client.query(text, values)
const UNREACHABLE_URL = 'postgres://nadie:s3cr3t@127.0.0.1:1/nada'

afterEach(() => void vi.useRealTimers())

describe('the check of the stored e-mails', () => {
  it('lists those with which nobody can sign in', async () => {
    expect((await runCheckCommand()).lines['Correos guardados']).toBe(
      'bien: Todos los correos sirven para ingresar.',
    )
    await query(`update parents set email = email || e'\\u200b' where email = 'nuevo@example.com'`)
    expect((await runCheckCommand()).lines['Correos guardados']).toBe(
      'aviso: Con este correo nadie puede ingresar: "nuevo@example.com\\u200b". Corríjalos con account set-email y el RUT de la persona, y en la planilla del colegio.',
    )
    await query(`update parents set email = 'nuevo@example.com' where email like 'nuevo@%'`)
  })
})

describe('the check of the database', () => {
  it('accepts a correct database', async () => {
    const { lines } = await runCheckCommand()
    expect(lines['Base de datos']).toMatch(
      /^bien: PostgreSQL \d+\.\d+.*, acepta escrituras, tablas al día\.$/,
    )
  })

  it('reports an unreachable database, and runs the other checks nevertheless', async () => {
    const { code, errors, output, lines } = await runCheckCommand({ DATABASE_URL: UNREACHABLE_URL })
    const unreachable = 'falla: La base de datos no responde. Revise DATABASE_URL'
    for (const name of [
      'Base de datos',
      'Derechos',
      'Correos guardados',
      'Cifrado de la base',
      'Reloj',
      'Respaldo',
    ])
      expect(lines[name], name).toContain(unreachable)
    expect([lines.Archivos, lines.Disco]).toEqual([expect.stringMatching(/^bien/), expect.any(String)])
    expect([code, errors]).toEqual([1, 'Hay 6 fallas.'])
    expect(output + errors).not.toContain('s3cr3t')
  })

  it('reports a read-only database', async () => {
    const url = new URL(await operatorUrl(server()))
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const { lines } = await runCheckCommand({ DATABASE_URL: url.href })
    expect(lines['Base de datos']).toMatch(/^falla: Es de solo lectura\./)
  })

  it('reports a database without tables', async () => {
    const url = await freshDatabase(0)
    const empty = 'falla: La base de datos no tiene las tablas de Apoderados.'
    expect((await runCheckCommand({ DATABASE_URL: url })).lines.Respaldo).toContain(empty)
    await withClient(url, (client) => client.query('drop table migrations'))
    expect((await runCheckCommand({ DATABASE_URL: url })).lines['Base de datos']).toMatch(
      /^falla: No tiene tablas\./,
    )
  })

  it('reports tables of an older, a newer and another version', async () => {
    const { rows } = await query('select * from migrations order by at desc limit 1')
    const [{ at, hash }] = rows
    const found = async (change: string) => {
      await query(change)
      return (await runCheckCommand()).lines['Base de datos']
    }
    expect(await found(`delete from migrations where at = ${at}`)).toContain(
      'aviso: Migraciones pendientes: 1.',
    )
    expect(await found(`insert into migrations values (${at}, 'x')`)).toContain('falla: Una migración cambió')
    expect(await found(`update migrations set hash = '${hash}', at = at + 1 where at = ${at}`)).toContain(
      'falla: Sus tablas son de una versión más nueva.',
    )
    await query(`update migrations set at = ${at} where at = ${at + 1}`)
  })
})

describe('the check of rights', () => {
  it('accepts accounts with exactly the necessary rights', async () => {
    const { lines } = await runCheckCommand()
    expect(lines.Derechos).toBe('bien: apoderados_operator y apoderados_server: lo necesario y nada más.')
  })

  it('reports an account that is a superuser or the owner of the tables', async () => {
    const { url } = server()
    expect((await runCheckCommand({ DATABASE_URL: url })).lines.Derechos).toMatch(
      /^aviso: \w+ es superusuario de PostgreSQL\. .* deploy\/roles\.sql\.$/,
    )
    const owner = `owner_${Date.now()}`
    await query(`create role ${owner} login password 'solo-lo-suyo'; alter table events owner to ${owner}`)
    const { lines } = await runCheckCommand({ DATABASE_URL: urlAs(url, owner) })
    expect(lines.Derechos).toMatch(new RegExp(`^aviso: ${owner} es la dueña de las tablas\\.`))
    await query(`reassign owned by ${owner} to current_user`)
  })

  it.each([
    [
      'grant update (tenths) on grades to apoderados_server',
      'aviso: apoderados_server puede además update grades.tenths.',
    ],
    [
      'grant truncate on students to apoderados_operator',
      'aviso: apoderados_operator puede además truncate students.',
    ],
    [
      'grant create on schema public to apoderados_operator',
      'aviso: apoderados_operator puede además cambiar el esquema',
    ],
    [
      'revoke insert on sessions from apoderados_server',
      'falla: A apoderados_server le falta insert sessions.id y 8 más.',
    ],
    [
      'alter table audit_log disable row level security',
      'falla: A apoderados_operator le falta su política en audit_log.',
    ],
  ])('reports a deviation from the necessary rights after: %s', async (change, expected) => {
    await makeRoles(server().db)
    await query(change)
    expect((await runCheckCommand()).lines.Derechos).toContain(expected)
    await query(`revoke create on schema public from ${restrictedRoles.operator}`)
    expect((await operate(['schema', 'update'])).code).toBe(0)
    expect((await runCheckCommand()).lines.Derechos).toMatch(/^bien/)
  })
})

describe('the check of the connection to the database', () => {
  it.each([
    [null, 'bien'],
    ['127.0.0.1', 'bien'],
    ['10.0.1.5', 'aviso'],
    ['172.30.1.5', 'aviso'],
    ['172.32.1.5', 'falla'],
    ['203.0.113.5', 'falla'],
  ])('rates an unencrypted connection to %s: %s', (address, level) =>
    expect(findingOfEncryption({ address }).level).toBe(level),
  )

  it('accepts the database of this machine', async () =>
    expect((await runCheckCommand()).lines['Cifrado de la base']).toBe(
      'bien: La base corre en este mismo equipo.',
    ))

  it.each([
    [90, 'verify-full', /^bien: TLSv1\.3, certificado válido por 90 días\.$/],
    [10, 'verify-full', /^aviso: TLSv1\.3, certificado válido por 10 días\. Revise su renovación\.$/],
    [90, 'no-verify', /^aviso: .* Nadie lo comprueba: ponga sslmode=verify-full/],
    [-1, 'verify-full', /^falla: El certificado de la base de datos no sirve \(CERT_HAS_EXPIRED\)/],
  ])('reads a certificate that is valid for %i days with sslmode=%s', async (days, sslmode, expected) => {
    const url = new URL(await operatorUrl(server()))
    const encrypted = await startTlsProxy(Number(url.port), days)
    url.port = String(encrypted.port)
    url.search = `sslmode=${sslmode}${sslmode === 'verify-full' ? `&sslrootcert=${encrypted.path}` : ''}`
    const { lines } = await runCheckCommand({ DATABASE_URL: url.href })
    encrypted.stop()
    expect(lines['Cifrado de la base']).toMatch(expected)
  })
})

describe('the check of clocks', () => {
  it.each([
    [0, 'bien: Igual que el de la base.'],
    [-10_000, /^aviso: El de la base está \d+\.\d s adelantado\. Revise NTP/],
    [90_000, /^falla: El de la base está \d+\.\d s atrasado\. Revise NTP/],
  ])('compares this machine’s clock, %i ms ahead, with the database’s', async (ms, expected) => {
    if (ms !== 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms, shouldAdvanceTime: true })
    const { lines } = await runCheckCommand()
    expect(lines.Reloj).toMatch(expected)
  })
})

describe('the check of the last backup', () => {
  const noteBackup = (age: string) =>
    query(
      `insert into audit_log (action, at, detail) values ('operator', now() - interval '${age}', '{"command": "backup"}')`,
    )

  it('reports a missing, an old and a recent backup', async () => {
    await makeRoles(server().db)
    expect((await runCheckCommand()).lines.Respaldo).toMatch(/^aviso: Ninguno hecho con apoderados-backup\./)
    await noteBackup('3 days')
    expect((await runCheckCommand()).lines.Respaldo).toBe(
      'aviso: El último tiene 3 días. Revise el respaldo de cada noche.',
    )
    await noteBackup('27 hours')
    expect((await runCheckCommand()).lines.Respaldo).toMatch(/^aviso: El último tiene 27 horas\./)
    await noteBackup('25 hours')
    expect((await runCheckCommand()).lines.Respaldo).toBe('bien: El último tiene 25 horas.')
  })
})
