import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits } from './limits.ts'
import { createFolder, readAsFile, readSources } from './testing/sourcesOf.ts'
import { rowsXml, xlsxOf } from './testing/xlsxOf.ts'
import { zipOf } from './testing/zipOf.ts'

const oneProblemWith = (message: string) => [
  expect.objectContaining({ message: expect.stringContaining(message) }),
]
const MiB = 1024 * 1024

describe('input above a limit', { tags: 'long' }, () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `c${index}`)
  test.each([
    ['a.csv', `a;b\n${many.join(';')}\n1;2\n`],
    ['a.xlsx', xlsxOf({ sheets: { H: rowsXml([['a', 'b'], many]) } })],
    ['a.xlsx', xlsxOf({ sheets: { H: `${rowsXml([['a']])}<row r="2"><c r="XFD2"><v>1</v></c></row>` } })],
    ['a.xls', `<table><tr><td>a<tr><td>${many.join('<td>')}</table>`],
  ])('a row of 100,000 columns stops the reading of %s', async (name, content) => {
    const { problems, rows } = await readAsFile(name, content)
    expect(problems).toEqual(oneProblemWith(`más de ${limits.maxColumns} columnas`))
    expect(problems[0]).toMatchObject(name === 'a.xls' ? {} : { line: 2 })
    expect(rows.length).toBeLessThan(2)
  })

  const long = 'x'.repeat(limits.maxCellChars + 1)
  test.each([
    ['a.csv', `a;b\n${long};1\n`],
    ['a.xlsx', xlsxOf({ sheets: { H: rowsXml([['a'], [`${long}${long}`]]) } })],
    [
      'a.xlsx',
      xlsxOf({ sheets: { H: '<row r="1"><c t="s"><v>0</v></c></row>' }, texts: [`<t>${long}</t>`] }),
    ],
    ['a.xls', `<table><tr><td>a<td>b<tr><td>${long}</table>`],
  ])('a cell that is too long is reported for %s', async (name, content) => {
    expect((await readAsFile(name, content)).problems).toEqual(oneProblemWith('caracteres'))
  })

  test.each([
    ['separators', 'a;b\n', ';'],
    ['an unclosed quote', 'a;b\n"', 'x'],
    ['lines in an unclosed quote', 'a;b\n1;"', '\n'],
  ])('an endless row of %s is abandoned', async (_, start, filling) => {
    const folder = await createFolder({ 'a.csv': start + filling.repeat(8 * MiB) })
    const { sheets, problems } = await readSources(folder)
    expect(problems).toEqual([{ file: 'a.csv', line: 2, message: expect.stringContaining('no termina') }])
    expect(sheets[0]?.behind).toBeLessThan(limits.maxOpenBytes + MiB)
  })

  const filling = 'x'.repeat(4 * MiB)
  test.each([
    ['an attribute', `<row a="${filling}">`],
    ['a comment', `<!--${filling}`],
    ['a name', `<${filling}>`],
    ['attributes', `<row ${'a="b" '.repeat(MiB)}>`],
    ['depth', '<a>'.repeat(200_000)],
  ])('endless markup of %s is abandoned', async (_, content) => {
    const open = `${rowsXml([['a'], ['1']])}${content}`
    expect((await readAsFile('a.xlsx', xlsxOf({ sheets: { H: open } }))).problems).toEqual(
      oneProblemWith('no termina'),
    )
    const page = `<table><tr><td>a<td>b<tr><td>1<td>2${content.replaceAll('<a>', '<b>')}`
    expect((await readAsFile('a.xls', page)).problems).toEqual(oneProblemWith('no termina'))
  })

  test('an attachment of more than 20 MiB is rejected when it is read', async () => {
    const bytes = Buffer.alloc(limits.maxAttachmentBytes + 1, 'x')
    const folder = await createFolder({
      'fotos/1.jpg': bytes,
      'x.zip': zipOf([{ name: 'fotos/2.jpg', content: bytes, method: 0 }]),
    })
    const { attachments } = await readSources(folder)
    expect(attachments.map(({ content }) => content)).toEqual([
      expect.stringContaining('más de 20 MB'),
      expect.stringContaining('más de 20 MB'),
    ])
  })
})

describe('archives', () => {
  const bomb = Buffer.from(`a;b\n${`${'x'.repeat(30_000)};1\n`.repeat(800)}`)

  test.each([
    ['that declares its size', undefined],
    ['that declares a small size', 12],
  ])('a zip bomb %s is abandoned after its first unpacked bytes', async (_, size) => {
    const folder = await createFolder({
      'a.zip': zipOf([{ name: 'a.csv', content: bomb, ...(size && { size }) }]),
    })
    const { sheets, problems } = await readSources(folder)
    expect(problems).toEqual(oneProblemWith(size ? 'dañado' : 'crece sin medida'))
    expect((sheets[0]?.rows.length ?? 0) * 30_000).toBeLessThan(limits.unratedBytes + MiB)
  })

  test('a zip within a zip is not opened', async () => {
    const inner = zipOf({ 'a.csv': 'a;b\n' })
    const { sheets, problems } = await readAsFile('x.zip', zipOf({ 'inner.zip': inner, 'b.csv': 'a;b\n' }))
    expect(sheets.map(({ file }) => file)).toEqual(['x.zip › b.csv'])
    expect(problems).toEqual(oneProblemWith('zip dentro de otro'))
  })

  test('names are read in the encoding of the program that wrote them', async () => {
    const windows = Buffer.from('\xeb\xa4igo \xb5 \xd6.csv', 'latin1') // code page 850
    const entries = [
      { name: windows, omitsEncoding: true },
      { name: 'Ñuñoa.csv', omitsEncoding: true },
      { name: 'Ávila.csv' },
    ].map((entry) => ({ ...entry, content: 'a;b\n1;2\n' }))
    const { sheets } = await readSources(await createFolder({ 'x.zip': zipOf(entries) }))
    expect(sheets.map(({ file }) => file.split(' › ')[1])).toEqual([
      'Ùñigo Á Í.csv',
      'Ñuñoa.csv',
      'Ávila.csv',
    ])
  })

  test('names that lead outside are rejected one by one, and nothing is written', async () => {
    const bad = [
      '../a.csv',
      'x/../../b.csv',
      '/etc/c.csv',
      'C:\\d.csv',
      'f\0.csv',
      'x/\x1b[2Jh.csv',
      'C:/i.csv',
      `${'j'.repeat(400)}.csv`,
      '..',
      'x\\..\\..\\e.csv',
      'twice.csv',
    ]
    const names = ['twice.csv', ...bad, 'good.csv']
    const folder = await createFolder({
      'x.zip': zipOf(names.map((name) => ({ name, content: 'a;b\n1;2\n' }))),
    })
    const { sheets, problems, attachments } = await readSources(join(folder, 'x.zip'))
    expect(sheets.map(({ file }) => file)).toEqual(['x.zip › twice.csv', 'x.zip › good.csv'])
    expect(attachments).toEqual([])
    expect(problems).toHaveLength(bad.length)
    for (const { file, message } of problems) {
      expect(message).toContain('no es válido')
      expect(file).not.toMatch(/\p{Cc}/u)
    }
  })

  test('an encrypted archive is reported', async () => {
    const { problems } = await readAsFile('x.zip', zipOf([{ name: 'a.csv', content: 'a', flags: 1 }]))
    expect(problems).toEqual(oneProblemWith('contraseña'))
    expect(
      (await readAsFile('x.zip', zipOf([{ name: 'a.csv', content: 'a', flags: 0x41 }]))).problems,
    ).toEqual(oneProblemWith('contraseña'))
  })

  test('overlapping entries, a wrong checksum and an unknown compression are reported', async () => {
    const content = Buffer.from(
      Array.from({ length: 5000 }, (_, index) => `${index};${index * 7919}`).join('\n'),
    )
    const over = [
      { name: 'a.csv', content },
      ...Array.from({ length: 20 }, (_, index) => ({ name: `${index}.csv`, content, offset: 0 })),
    ]
    expect((await readAsFile('x.zip', zipOf(over))).problems).toEqual(oneProblemWith('dañado'))
    expect((await readAsFile('x.zip', zipOf([{ name: 'a.csv', content, crc: 1 }]))).problems).toEqual(
      oneProblemWith('dañado'),
    )
    const packed = [{ name: 'a.csv', content, method: 0 }]
    const bzip2 = zipOf(packed)
    bzip2.writeUInt16LE(12, bzip2.indexOf('PK\x01\x02') + 10)
    expect((await readAsFile('x.zip', bzip2)).problems).toEqual(oneProblemWith('comprimido de una forma'))
  })

  test('an archive that is truncated anywhere is reported as damaged', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => [String(index), `nombre ${index * 7919}`])
    const completeArchive = xlsxOf({ sheets: { H: rowsXml(rows) } })
    for (const share of [0.02, 0.5, 0.9, 0.99]) {
      const { problems } = await readAsFile(
        'a.xlsx',
        completeArchive.subarray(0, completeArchive.length * share),
      )
      expect(problems).toEqual(oneProblemWith('dañado'))
    }
    const torn = Buffer.concat([completeArchive.subarray(0, 4000), completeArchive.subarray(4100)])
    expect((await readAsFile('a.xlsx', torn)).problems).toEqual(oneProblemWith('dañado'))
  })
})

describe('entities', () => {
  const laughs = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  )
  test.each([
    ['that expand without end', `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs.join('')}]>`, '&l9;'],
    ['that read a file', '<!DOCTYPE x [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>', '&l9;'],
    ['from another document', '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">', '&l9;'],
  ])('%s stay text', async (_, prologue, entity) => {
    const sheets = { H: `<row r="1"><c t="inlineStr"><is><t>${entity}</t></is></c></row>` }
    const texts = [`<t>${entity}</t>`]
    const { cells, problems } = await readAsFile('a.xlsx', xlsxOf({ sheets, texts, prologue }))
    expect({ cells, problems }).toEqual({ cells: [[entity]], problems: [] })
  })
})
