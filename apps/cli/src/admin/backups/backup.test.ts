import { mkdir, mkdtemp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parents } from '@apoderados/database/schema/schema'
import { CAROLINA, useServer } from '@apoderados/server/testing/testServer'
import { Encrypter } from 'age-encryption'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { lastAuditLine, useOperator } from '../../testing/operator.ts'

const server = useServer()
const operate = useOperator(server)
const PASSPHRASE = 'cuatro palabras que nadie dice'
const AGE_HEADER = 'age-encryption.org/v1'

let folder = ''
const pathOf = (name: string) => join(folder, name)
const runCreate = (name: string, ...args: string[]) => operate(['backup', 'create', pathOf(name), ...args])
const runRestore = (name: string, ...args: string[]) => operate(['backup', 'restore', pathOf(name), ...args])
const fileExists = (name: string) => readdir(folder).then((names) => names.includes(name))
const refusedResult = (errors: string) => ({ code: 1, output: '', errors })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apoderados-backup-'))
})

describe('backup create', () => {
  it('prints where the backup is, what it contains and that it is not encrypted', async () => {
    const done = await runCreate('abierto.tar.zst')
    expect(done).toMatchObject({ code: 0, errors: expect.stringContaining('No está cifrado') })
    expect(done.output).toContain(`Respaldo hecho: ${pathOf('abierto.tar.zst')}`)
    expect(done.output).toMatch(/\n {2}Colegios: 2\n/)
    expect((await lastAuditLine(server()))?.detail).toMatchObject({
      command: 'backup create',
      is_encrypted: false,
    })
    expect(await runCreate('abierto.tar.zst')).toEqual(
      refusedResult(`No se puede: ${pathOf('abierto.tar.zst')}: ya existe`),
    )
  })

  it('names the file by date in a folder, and prunes old backups only with the option', async () => {
    await mkdir(pathOf('todos'))
    const old = 'apoderados-2020-01-01T03-00-00-000Z.tar.zst'
    for (const day of ['01', '02', '03', '04'])
      await writeFile(pathOf(`todos/${old.replace('01T', `${day}T`)}`), '')
    expect((await runCreate('todos')).output).toMatch(/apoderados-\d{4}-.*Z\.tar\.zst\n/)
    expect((await readdir(pathOf('todos'))).length).toBe(5)
    expect(await runCreate('abierto2.tar.zst', '--prune')).toEqual(
      refusedResult('--prune va con una carpeta como destino.'),
    )
  })

  it.each([
    [['--key', 'age1x'], 'Una de las claves de --key no es una clave pública de age (age1…).'],
    [['--key', 'age1x', '--passphrase'], 'Un respaldo se cifra con claves o con una frase, no con ambas.'],
    [
      ['--passphrase', '--passphrase-file', 'dos.txt'],
      'La frase se pregunta o está en un archivo: diga --passphrase o --passphrase-file.',
    ],
    [['--passphrase-file', 'corta.txt'], 'La frase debe tener al menos 12 caracteres.'],
    [['--passphrase-file', 'dos.txt'], 'El archivo de la frase debe tener una sola línea.'],
  ])('is refused with %j', async (args, errors) => {
    await writeFile(pathOf('corta.txt'), 'corta\n')
    await writeFile(pathOf('dos.txt'), 'una frase larga\notra frase larga\n')
    const typed = args.map((arg) => (arg.endsWith('.txt') ? pathOf(arg) : arg))
    expect(await runCreate('no.tar.zst', ...typed)).toEqual(refusedResult(errors))
    expect(await fileExists('no.tar.zst')).toBe(false)
  })

  it('is refused if the folder does not exist', async () => {
    expect(await runCreate('nada/a.tar.zst')).toEqual(
      refusedResult(`No se puede: ${pathOf('nada')}: no existe`),
    )
  })
})

describe('a backup encrypted for a public key', () => {
  it('opens with the private key, and with nothing else', async () => {
    const result = await operate(['backup', 'key', pathOf('clave.txt')])
    expect(result).toMatchObject({ code: 0, output: expect.stringMatching(/\nage1[0-9a-z]{58}$/) })
    const publicKey = result.output.split('\n').at(-1) as string
    expect((await stat(pathOf('clave.txt'))).mode & 0o777).toBe(0o600)
    expect(await readFile(pathOf('clave.txt'), 'utf8')).toContain(publicKey)
    expect((await operate(['backup', 'key', pathOf('clave.txt')])).errors).toContain('ya existe')
    await operate(['backup', 'key', pathOf('otra.txt')])

    expect(await runCreate('clave.age', '--key', publicKey)).toMatchObject({ code: 0, errors: '' })
    expect(await readFile(pathOf('clave.age'), 'latin1')).toMatch(new RegExp(`^${AGE_HEADER}\\n-> X25519 `))
    const checked = await runRestore('clave.age', '--identity', pathOf('clave.txt'))
    expect(checked.output).toMatch(/^El respaldo está entero.*\n.*\n {2}Colegios: 2\n/)
    expect(await runRestore('clave.age')).toEqual(
      refusedResult('El respaldo está cifrado con una clave: diga su archivo con --identity.'),
    )
    expect(await runRestore('clave.age', '--identity', pathOf('otra.txt'))).toEqual(
      refusedResult('No se puede: esa clave o esa frase no abre el respaldo'),
    )
    expect(await runRestore('clave.age', '--identity', pathOf('abierto.tar.zst'))).toEqual(
      refusedResult('El archivo de --identity no tiene una clave privada de age.'),
    )
    const bytes = await readFile(pathOf('clave.age'))
    const changed = Buffer.from(bytes)
    changed[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
    await writeFile(pathOf('cambiado.age'), changed)
    expect(await runRestore('cambiado.age', '--identity', pathOf('clave.txt'))).toEqual(
      refusedResult('No se puede: el respaldo está dañado o incompleto'),
    )
    await truncate(pathOf('clave.age'), (await stat(pathOf('clave.age'))).size - 1)
    expect(await runRestore('clave.age', '--identity', pathOf('clave.txt'))).toEqual(
      refusedResult('No se puede: el respaldo está dañado o incompleto'),
    )
  })
})

describe('a backup with a passphrase', () => {
  it('is prompted for, or read from a file', async () => {
    await writeFile(pathOf('ajena.txt'), 'la frase que dice el archivo\n')
    const result = await operate(['backup', 'create', pathOf('frase.age'), '--passphrase'], {
      answers: [PASSPHRASE],
      environment: { BACKUP_PASSPHRASE_FILE: pathOf('ajena.txt') },
    })
    expect(result).toMatchObject({ code: 0, errors: '' })
    expect(await readFile(pathOf('frase.age'), 'latin1')).toMatch(new RegExp(`^${AGE_HEADER}\\n-> scrypt `))
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(10) // Makes the test of a wrong passphrase fast.
    await writeFile(pathOf('facil.age'), await encrypter.encrypt(await readFile(pathOf('abierto.tar.zst'))))
    const restoreWithAnswer = (answer: string) =>
      operate(['backup', 'restore', pathOf('facil.age')], { answers: [answer] })
    expect((await restoreWithAnswer(PASSPHRASE)).code).toBe(0)
    expect(await restoreWithAnswer('otra frase que no es')).toEqual(
      refusedResult('No se puede: esa clave o esa frase no abre el respaldo'),
    )
    await writeFile(pathOf('frase.txt'), `${PASSPHRASE}\n`)
    const environment = { BACKUP_PASSPHRASE_FILE: pathOf('frase.txt') }
    const found = await operate(['backup', 'restore', pathOf('frase.age')], { environment })
    expect(found).toMatchObject({ code: 0, output: expect.stringContaining('El respaldo está entero') })
  })
})

describe('backup restore', () => {
  const replaced = (...answers: string[]) =>
    operate(['backup', 'restore', pathOf('abierto.tar.zst'), '--apply', '--replace'], { answers })

  it('replaces a school only after a confirmation at the terminal', async () => {
    await server().db.insert(parents).values({ email: 'nueva@example.com', name: 'Eva', last_name: 'Soto' })
    expect((await runRestore('abierto.tar.zst', '--apply')).errors).toMatch(
      /^La base no está vacía: tiene 2 colegios y \d+ cuentas de apoderados\. .* --replace\.$/,
    )
    const nobody = await runRestore('abierto.tar.zst', '--apply', '--replace')
    expect(nobody.errors).toBe('--replace pide confirmar en un terminal.')
    expect((await replaced('si')).errors).toBe('No se confirmó. No se cambió nada.')
    const added = eq(parents.email, 'nueva@example.com')
    expect(await server().db.$count(parents, added)).toBe(1)

    const jwt = await server().signIn(CAROLINA)
    const done = await replaced('REEMPLAZAR')
    expect(done).toMatchObject({
      code: 0,
      errors:
        'Ese respaldo no está cifrado y tiene también las fotos y los documentos: bórrelo cuando ya no lo necesite.',
    })
    expect(done.output).toMatch(/\nRestaurado:\n.*\n {2}Colegios: 2\n/)
    expect(done.output).toMatch(/\nLo que había quedó en .*\/backups\/apoderados-.*\.tar\.zst\n/)
    expect(done.output).toContain('Todas las sesiones se cerraron')
    expect(await server().db.$count(parents, added)).toBe(0)
    expect((await server().send('getProfile', {}, { jwt })).statusCode).toBe(401)
    expect((await server().login(CAROLINA)).statusCode).toBe(200)
    expect((await lastAuditLine(server()))?.detail).toMatchObject({ command: 'backup restore', mails: 0 })
  })

  it('fills a database without a school without a confirmation', async () => {
    expect((await operate(['demo', 'off'])).code).toBe(0)
    expect(await runRestore('abierto.tar.zst', '--apply')).toMatchObject({ code: 0, errors: '' })
    expect((await server().login(CAROLINA)).statusCode).toBe(200)
  })

  it('writes one school and one account in the singular', async () => {
    await server().db.$client.query(`truncate establishments, parents cascade;
      insert into establishments (name, rbd) values ('Colegio Los Aromos', '90003-6');
      insert into parents (email, name, last_name) values ('sola@example.com', 'Eva', 'Soto')`)
    const { errors } = await runRestore('abierto.tar.zst', '--apply')
    expect(errors).toContain('La base no está vacía: tiene 1 colegio y 1 cuenta de apoderado.')
  })

  it.each(['nada.tar.zst', 'clave.txt'])('refuses %s with one line', async (name) => {
    const done = await runRestore(name, '--apply', '--replace')
    expect(done).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(/^No se puede: .+$/) })
  })
})
