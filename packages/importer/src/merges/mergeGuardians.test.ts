import { CAROLINA } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'
import type { TestSet } from '../testing/importRecords.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { elena, linkOfElena, linkOfLuis, linkOfMarie, luis, marie, testSet } from '../testing/testSet.ts'

const { query, apply, dryRun, commitDuring, asGuardian, startFrom } = setupImport()

const NO_SCHOOL_MESSAGE = 'todavía no hay ningún establecimiento'

const readEmails = async () =>
  Object.fromEntries(
    (await query('select name, email from parents where email <> $1', [CAROLINA])).map(({ name, email }) => [
      name,
      email,
    ]),
  )

describe('guardians', () => {
  const imported = startFrom(() => apply(testSet))

  it('get one invitation each by mail, and no password, when they are new', async () => {
    expect(imported().invited).toHaveLength(3)
    expect(await query(`select distinct kind from mails`)).toEqual([{ kind: 'invitation' }])
    expect(await query('select 1 from mails')).toHaveLength(3)
    expect(await query('select 1 from parents where password_hash is not null')).toHaveLength(1)
    expect(await query('select 1 from parents where password_changed')).toEqual([])
  })

  it('keep their sharing choice if the sheet lacks the column, and lose it if the cell is empty', async () => {
    await query(`update parents set shares_email = true where email = $1`, [elena.email])
    await apply({ apoderados: [{ ...elena, shares_phone: null, omitted: ['shares_email'] }] })
    expect(
      await query(`select shares_phone, shares_email from parents where email = $1`, [elena.email]),
    ).toEqual([{ shares_phone: false, shares_email: true }])
  })

  it('who withdrew a shared contact do not share it again because of an unchanged sheet', {
    tags: 'long',
  }, async () => {
    const sharingBoth = { ...elena, shares_phone: true, shares_email: true }
    const withBoth = { ...testSet, apoderados: [sharingBoth, luis, marie] }
    const withdraw = `update parents set shares_phone = false, withdrew_phone = true, shares_email = true
      where email = $1`
    await query(withdraw, [elena.email])
    const { warnings, counts } = await apply(withBoth)
    expect(warnings).toEqual([
      {
        file: 'apoderados.csv',
        line: 2,
        column: 'comparte_telefono',
        message: 'está anotado que ya no se muestra, y sigue así',
        expected: '«no»; si lo volvió a autorizar, pídalo a quien administra la aplicación',
      },
    ])
    expect(changesOf(counts)).toEqual({})
    const readSharing = () =>
      query('select shares_phone, shares_email from parents where email = $1', [elena.email])
    expect(await readSharing()).toEqual([{ shares_phone: false, shares_email: true }])
    const sharingNone = { ...sharingBoth, shares_phone: false, shares_email: false }
    expect((await apply({ ...testSet, apoderados: [sharingNone, luis, marie] })).warnings).toEqual([])
    await apply(withBoth) // A sheet may share again what a sheet has withdrawn, but not what the guardian has.
    expect(await readSharing()).toEqual([{ shares_phone: false, shares_email: true }])
  })

  describe('who use their account', () => {
    const newData = { ...luis, name: 'Luis Alberto', last_name: 'Rojas Vera', phone: '+56900000099' }
    const changed = { ...newData, shares_phone: true, email: 'otro@example.com' }
    const updated = startFrom(async () => {
      await asGuardian(luis.email)
      return apply({ ...testSet, apoderados: [elena, changed, marie] })
    })

    it('still get the sheet’s names, phone and sharing', async () => {
      expect(changesOf(updated().counts)).toEqual({ apoderados: '+0 ~1 -0' })
      const [row] = await query(
        'select name, last_name, phone, shares_phone, shares_email from parents where email = $1',
        [luis.email],
      )
      const { name, last_name, phone } = newData
      expect(row).toEqual({ name, last_name, phone, shares_phone: true, shares_email: false })
    })

    it('keep its e-mail, with a warning', async () => {
      expect(updated().warnings).toMatchObject([
        { file: 'apoderados.csv', line: 3, message: 'la cuenta ya se usa con otro correo, que no cambia' },
      ])
      expect(await query('select 1 from parents where email = $1', [luis.email])).toHaveLength(1)
    })
  })

  it('keep an e-mail that the operator corrected until a sheet contains it, and get no mail at the old one', {
    tags: 'long',
  }, async () => {
    const corrected = 'luis.rojas.soto@example.com'
    await query('delete from mails')
    const updateEmail = 'update parents set email = $1, email_by_operator = true where name = $2'
    await query(updateEmail, [corrected, 'Luis'])
    const firstRun = await apply(testSet)
    expect(firstRun.warnings).toEqual([
      {
        file: 'apoderados.csv',
        line: 3,
        column: 'email',
        message: 'la cuenta tiene otro correo, corregido por quien administra la aplicación, que no cambia',
        expected: 'el de la cuenta; para cambiarlo, pídalo a quien administra la aplicación',
      },
    ])
    expect([changesOf(firstRun.counts), firstRun.invited, await query('select 1 from mails')]).toEqual([
      {},
      [],
      [],
    ])
    expect((await readEmails()).Luis).toBe(corrected)
    const conflict = await apply({ ...testSet, apoderados: [elena, luis, { ...marie, email: corrected }] })
    expect(conflict.problems).toMatchObject([{ line: 4, message: 'el correo ya es de otra cuenta' }])

    const correctedSet = { ...testSet, apoderados: [elena, { ...luis, email: corrected }, marie] }
    expect((await apply(correctedSet)).warnings).toEqual([])
    await apply(testSet)
    expect((await readEmails()).Luis).toBe(luis.email)
  })

  it('who never signed in may swap their e-mails, or pass them on', { tags: 'long' }, async () => {
    const swapped = [{ ...elena, email: luis.email }, { ...luis, email: elena.email }, marie]
    await apply({ ...testSet, apoderados: swapped })
    expect(await readEmails()).toEqual({ Elena: luis.email, Luis: elena.email, Marie: marie.email })
    const moved = [
      { ...elena, email: elena.email },
      { ...luis, email: marie.email },
      { ...marie, email: 'marie@example.com' },
    ]
    const { counts } = await apply({ ...testSet, apoderados: moved })
    expect(counts.apoderados).toMatchObject({ added: 0, changed: 3 })
    expect(await readEmails()).toEqual({ Elena: elena.email, Luis: marie.email, Marie: 'marie@example.com' })
  })

  it('do not get the e-mail of an account in use, even if the list gives that account another one', async () => {
    await asGuardian(luis.email)
    const newcomer = { ...marie, document: 'passport:CD654321', email: luis.email }
    const apoderados = [elena, { ...luis, email: 'otro@example.com' }, newcomer]
    const { problems } = await apply({ apoderados })
    expect(problems).toMatchObject([
      { file: 'apoderados.csv', line: 4, message: 'el correo ya es de otra cuenta' },
    ])
  })

  it('who sign in for the first time during the import keep their e-mail and get no mail', {
    tags: 'long',
  }, async () => {
    const others = { ...testSet, apoderados: [elena, { ...luis, email: 'otro@example.com' }, marie] }
    const { invited } = await commitDuring(
      'update parents set last_login_at = now() where email = $1',
      [luis.email],
      () => apply(others),
    )
    expect(invited).toEqual([])
    expect(await query('select 1 from parents where email = $1', [luis.email])).toHaveLength(1)
  })

  it('are not reported to lack a link that an earlier import created', { tags: 'long' }, async () => {
    const message = 'la persona no tiene vínculo con ningún estudiante'
    const missingLinkWarnings = async (updateEmail: TestSet) =>
      (await dryRun(updateEmail)).warnings.filter((warning) => warning.message === message)
    expect(await missingLinkWarnings({ apoderados: testSet.apoderados })).toEqual([])
    // The sheet contains a link of Inés but not that of Luis, so his link ends.
    const ended = { apoderados: testSet.apoderados, vinculos: [linkOfElena] }
    expect(await missingLinkWarnings(ended)).toMatchObject([
      { file: 'apoderados.csv', line: 3, column: 'numero' },
    ])
    const stranger = { ...luis, document: 'rut:42910006', rut: '42910006', email: 'otro@example.com' }
    expect(await missingLinkWarnings({ apoderados: [stranger] })).toMatchObject([{ line: 2 }])
  })
})

describe('guardians of a first import', () => {
  it('without access from the start get no invitation', async () => {
    const closed = { ...linkOfLuis, has_access: false, no_access_reason: 'Resolución judicial' }
    const { invited } = await apply({ ...testSet, vinculos: [linkOfElena, closed, linkOfMarie] })
    expect(invited).toHaveLength(2)
  })

  it('are rejected while there is no school', async () => {
    const { problems } = await apply({ apoderados: [elena, luis] })
    expect(problems).toEqual([
      {
        file: 'apoderados.csv',
        line: 2,
        column: null,
        message: NO_SCHOOL_MESSAGE,
        expected: 'uno de la hoja establecimientos, o que lo cree quien administra la aplicación',
      },
    ])
  })
})
