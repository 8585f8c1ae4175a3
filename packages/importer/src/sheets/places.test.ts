import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, readSources } from './testing/sourcesOf.ts'

test('reports paths that are not files: missing, a pipe, a device, a link that leads outside or nowhere', async () => {
  const outside = await createFolder({ 'secreto.csv': 'a;b\n1;2\n' })
  const folder = await createFolder({ 'good.csv': 'a;b\n1;2\n' })
  execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe.csv')])
  await symlink(join(outside, 'secreto.csv'), join(folder, 'link.csv'))
  await symlink(outside, join(folder, 'links'))
  await symlink('/dev/zero', join(folder, 'zero.csv'))
  await symlink('nowhere', join(folder, 'broken.csv'))
  const { sheets, problems } = await readSources(folder)
  expect(sheets.map(({ file }) => file)).toEqual(['good.csv'])
  expect(problems.map(({ file, message }) => [file, message])).toEqual([
    ['broken.csv', expect.stringContaining('no existe')],
    ['link.csv', expect.stringContaining('enlace a otro lugar')],
    ['links', expect.stringContaining('enlace a otro lugar')],
    ['pipe.csv', expect.stringContaining('no es un archivo')],
    ['zero.csv', expect.stringContaining('enlace a otro lugar')],
  ])
  const given = await readSources(
    join(folder, 'pipe.csv'),
    '/dev/zero',
    join(folder, 'none.csv'),
    join(folder, 'good.csv/x'),
    join(folder, 'x'.repeat(300)),
  )
  expect(given.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('no existe'),
    expect.stringContaining('no existe'),
    expect.stringContaining('demasiado largo'),
    expect.stringContaining('no es un archivo ni una carpeta'),
    expect.stringContaining('no es un archivo ni una carpeta'),
  ])
})
