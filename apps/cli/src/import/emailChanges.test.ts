import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { describe, expect, it } from 'vitest'
import { deliverMails } from '../testing/deliverMails.ts'
import { passwordOf, setupOperator } from '../testing/operator.ts'
import { schoolFolder, setupImportCommand } from '../testing/setupImportCommand.ts'
import { setupPreparedDatabase } from '../testing/setupPreparedDatabase.ts'

const { server, query, run, schoolWith } = setupImportCommand()
const operate = setupOperator(server)
const ANDREA_EMAIL = 'andrea.huenchul@example.com'
const NEW_ANDREA_EMAIL = 'andrea.nueva@example.net'
const ACCEPT_OPTIONS = ['--apply', '--accept-email-changes']

const findParentId = async (email: string) =>
  Number((await query('select id from parents where email = $1', [email]))[0]?.id)
const writeCorrectedSheets = () =>
  schoolWith('apoderados.csv', (text) => text.replace(ANDREA_EMAIL, NEW_ANDREA_EMAIL))
const hasAccount = async (email: string) =>
  (await query('select 1 from parents where email = $1', [email])).length > 0
const readWaitingMails = () =>
  query('select kind, recipient from mails where sent_at is null and given_up_at is null')

setupPreparedDatabase(server, async () => {
  await query('truncate attempts')
  await run(schoolFolder, '--apply')
  await deliverMails(server())
})

describe('a changed e-mail in a school’s own sheet', { tags: 'long' }, () => {
  it('is listed by the dry run with both addresses masked, and with the option that accepts it', async () => {
    const { isDone, output } = await run(await writeCorrectedSheets())
    expect(isDone).toBe(true)
    expect(output).toContain(
      'Aviso: apoderados.csv, fila 2, columna «email»: el correo con que ingresa cambia de an…ul@example.com a an…va@example.net',
    )
    expect(output).toMatch(
      /No se guardó nada: repita con --apply --accept-email-changes 1, .+ para guardarlo\.$/,
    )
    expect(output).not.toContain(NEW_ANDREA_EMAIL)
  })

  it.each([
    [
      [],
      'Cambia 1 correo: no se guardó nada. Revise los avisos de arriba y repita con --accept-email-changes 1.',
    ],
    [
      ['--accept-email-changes', '2'],
      'Cambia 1 correo, y --accept-email-changes dice 2: no se guardó nada. Revise los avisos de arriba y repita con --accept-email-changes 1.',
    ],
  ])('is refused unless %j states the exact number', async (option, message) => {
    await expect(run(await writeCorrectedSheets(), '--apply', ...option)).rejects.toThrow(message)
    expect(await hasAccount(ANDREA_EMAIL)).toBe(true)
    expect(await readWaitingMails()).toEqual([])
  })

  it('creates no one-time password, and ends the one in the old mailbox', async () => {
    const parent_id = await findParentId(ANDREA_EMAIL)
    const password = (await passwordOf(server(), parent_id)) as string
    const { output } = await run(await writeCorrectedSheets(), ...ACCEPT_OPTIONS, '1')
    expect(output).toMatch(
      /Guardado\.\nCambió el correo de 1 cuenta\. .+\nNo se les dio otra\. Para invitar de nuevo:\n {2}npm run admin -- invitation send <correo> --mail\n/,
    )
    expect(await query('select 1 from invitations where parent_id = $1', [parent_id])).toEqual([])
    for (const email of [ANDREA_EMAIL, NEW_ANDREA_EMAIL])
      expect((await server().login(email, password)).statusCode).toBe(401)
    expect((await run(await writeCorrectedSheets(), '--apply')).output).not.toContain(
      'apoderados que aún no entran',
    )
    expect(await query('select 1 from invitations where parent_id = $1', [parent_id])).toEqual([])

    expect((await operate(['invitation', 'send', NEW_ANDREA_EMAIL, '--mail'])).code).toBe(0)
    const renewed = (await passwordOf(server(), parent_id)) as string
    expect((await server().login(NEW_ANDREA_EMAIL, renewed)).statusCode).toBe(200)
  })

  it('is notified to the old address, without the new one, a school or a child', async () => {
    await run(await writeCorrectedSheets(), ...ACCEPT_OPTIONS, '1')
    const mails = await deliverMails(server())
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ANDREA_EMAIL, 'El correo de tu cuenta cambió'],
    ])
    expect(mails[0]?.text).toContain('Si no lo pediste tú, avisa al colegio hoy mismo')
    expect(JSON.stringify(mails)).not.toMatch(/example\.net|Aromos|Emilia|Martina|Básico/)
    expect(await query('select 1 from mails where recipient is not null')).toEqual([])
  })

  it('is recorded in the audit log with ids only', async () => {
    const parent_id = await findParentId(ANDREA_EMAIL)
    const [last] = await query('select max(id) as id from audit_log')
    await run(await writeCorrectedSheets(), ...ACCEPT_OPTIONS, '1')
    const lines = await query(
      `select parent_id, establishment_id, detail from audit_log where action = 'email_changed' and id > $1`,
      [last?.id ?? 0],
    )
    const [{ id } = { id: '' }] = await query('select id from establishments')
    const detail = { command: 'import', uid: expect.any(Number), schools: ['90003-6'] }
    expect(lines).toEqual([{ parent_id: String(parent_id), establishment_id: id, detail }])
  })

  it('voids a recovery code that was requested for the old address, and does not mail it', async () => {
    await server().send('requestRecovery', { email: ANDREA_EMAIL })
    const [mail] = await query(`select seed from mails where kind = 'recovery_code'`)
    const code = revealCode(server().services.keys, 'recovery', mail?.seed) as string
    await run(await writeCorrectedSheets(), ...ACCEPT_OPTIONS, '1')
    for (const email of [ANDREA_EMAIL, NEW_ANDREA_EMAIL]) {
      const fields = { email, token: code, new_password: 'caballo-verde-9' }
      expect((await server().send('confirmRecovery', fields)).statusCode).toBe(400)
    }
    expect((await deliverMails(server())).map(({ subject }) => subject)).toEqual([
      'El correo de tu cuenta cambió',
    ])
  })

  it.each(['has signed in', 'recovered a password'])(
    'is not applied to an account whose owner %s',
    async (how) => {
      if (how === 'has signed in') {
        const password = (await passwordOf(server(), await findParentId(ANDREA_EMAIL))) as string
        expect((await server().login(ANDREA_EMAIL, password)).statusCode).toBe(200)
      } else {
        await server().send('requestRecovery', { email: ANDREA_EMAIL })
        const [mail] = await query(`select seed from mails where kind = 'recovery_code'`)
        const token = revealCode(server().services.keys, 'recovery', mail?.seed) as string
        const fields = { email: ANDREA_EMAIL, token, new_password: 'caballo-verde-9' }
        expect((await server().send('confirmRecovery', fields)).statusCode).toBe(200)
      }
      const { output } = await run(await writeCorrectedSheets(), '--apply')
      expect(output).toContain('la cuenta ya se usa con otro correo, que no cambia')
      expect([await hasAccount(ANDREA_EMAIL), await hasAccount(NEW_ANDREA_EMAIL)]).toEqual([true, false])
    },
  )
})
