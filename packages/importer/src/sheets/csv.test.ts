import { describe, expect, test } from 'vitest'
import { readAsFile } from './testing/sourcesOf.ts'

const csvText = 'run;nombre;nota\n40215347;Íñigo Muñoz;5,4\n40318926;Zoë Peña;6,0\n'
const csvCells = [
  ['run', 'nombre', 'nota'],
  ['40215347', 'Íñigo Muñoz', '5,4'],
  ['40318926', 'Zoë Peña', '6,0'],
]
const encodeUtf16Be = (content: string) => Buffer.from(content, 'utf16le').swap16()

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(csvText)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${csvText}`)],
    [
      'UTF-16 LE with a byte order mark, as Excel saves «Texto Unicode»',
      Buffer.from(`\uFEFF${csvText}`, 'utf16le'),
    ],
    ['UTF-16 BE with a byte order mark', encodeUtf16Be(`\uFEFF${csvText}`)],
    ['Latin-1', Buffer.from(csvText, 'latin1')],
  ])('reads %s', async (_, content) => {
    expect(await readAsFile('a.csv', content)).toMatchObject({ cells: csvCells, problems: [] })
  })

  test('reads the characters of Windows-1252 that Latin-1 lacks', async () => {
    const content = Buffer.concat([Buffer.from('a;b\n'), Buffer.from([0x80, 0x3b, 0x93, 0xf1, 0x94])])
    expect((await readAsFile('a.csv', content)).cells[1]).toEqual(['€', '“ñ”'])
  })

  test.each([['latin1'], ['utf8']] as const)(
    'detects %s if the first accent is far from the start',
    async (encoding) => {
      const asciiRows = '40215347;Pedro\n'.repeat(20_000)
      const content = Buffer.from(`run;nombre\n${asciiRows}40318926;Begoña\n${asciiRows}`, encoding)
      const read = await readAsFile('a.csv', content)
      expect(read.rows[20_001]).toEqual({ line: 20_002, cells: ['40318926', 'Begoña'] })
      expect(read).toMatchObject({ problems: [], rows: { length: 40_002 } })
    },
  )

  test('decodes a character that is split between two chunks', async () => {
    // Files are read in blocks of 65,536 bytes; each shift puts the border of two blocks at another byte of 'ñ€😀'.
    for (const shift of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      const name = 'ñ€😀'.repeat(8000)
      const content = `a;b\n${'x'.repeat(shift)};1\n`.padEnd(65_500 + shift, '\n')
      const read = await readAsFile('a.csv', `${content}${name.slice(0, 8000)};2`)
      expect(read.cells.at(-1)).toEqual([name.slice(0, 8000), '2'])
    }
  })

  test.each([
    ['José Muñoz', 'Jos\x82 Mu\xa4oz'],
    ['María García', 'Mar\xa1a Garc\xa1a'],
    ['AGÜERO, Agüero', 'AG\x9aERO, Ag\x81ero'],
    ['ANDRÉS', 'ANDR\x90S'],
    ['RAÚL GÓMEZ', 'RA\xe9L G\xe0MEZ'],
    ['ÁLVAREZ', '\xb5LVAREZ'],
  ])('rejects a text of «CSV (MS-DOS)», whose letters would be decoded as symbols: %s', async (_, name) => {
    const { problems, cells } = await readAsFile('a.csv', Buffer.from(`run;nombre\n1;${name}\n`, 'latin1'))
    expect(problems).toMatchObject([{ file: 'a.csv', message: expect.stringContaining('MS-DOS') }])
    expect(cells).toEqual([])
  })

  test.each([['¡Qué bien! 5 £, ¥ y ¤'], ['Felicitaciones¡sigue así, Íñigo'], ['MARTíNEZ, GÖTZ, 5 µg']])(
    'does not mistake symbols of Windows-1252 for letters of MS-DOS: %s',
    async (text) => {
      const latin = Buffer.from(`a;b\n1;${text}\n`, 'latin1')
      expect(await readAsFile('a.csv', latin)).toMatchObject({
        problems: [],
        cells: [
          ['a', 'b'],
          ['1', text],
        ],
      })
    },
  )

  test.each([
    ['Muñoz', 'Mu\x96oz'],
    ['José', 'Jos\x8e'],
    ['Tomás', 'Tom\x87s'],
    ['Ramón', 'Ram\x97n'],
    ['Jesús', 'Jes\x9cs'],
    ['María', 'Mar\x92a'],
    ['MUÑOZ', 'MU\x84OZ'],
    ['Álvarez', '\xe7lvarez'],
    ['GARCÍA', 'GARC\xeaA'],
  ])('rejects a text of «CSV (Macintosh)»: %s', async (_, name) => {
    const { problems, cells } = await readAsFile('a.csv', Buffer.from(`run;nombre\n1;${name}\n`, 'latin1'))
    expect(problems).toMatchObject([{ file: 'a.csv', message: expect.stringContaining('«CSV (Macintosh)»') }])
    expect(cells).toEqual([])
  })

  test.each([['Gonçalves, l’Étoile, Sacré-Cœur'], ['lunes – viernes, 8—10'], ['d’Artagnan, ¿María?']])(
    'does not mistake Windows-1252 for MacRoman: %s',
    async (text) => {
      const bytes = { '’': 0x92, œ: 0x9c, '–': 0x96, '—': 0x97 } as Record<string, number>
      const cell = Buffer.from(Array.from(text, (sign) => bytes[sign] ?? sign.charCodeAt(0)))
      const read = await readAsFile('a.csv', Buffer.concat([Buffer.from('a;b\n1;'), cell, Buffer.from('\n')]))
      expect(read).toMatchObject({
        problems: [],
        cells: [
          ['a', 'b'],
          ['1', text],
        ],
      })
    },
  )

  test('rejects a text with two encodings, and reports the line', async () => {
    const mixed = Buffer.concat([
      Buffer.from('a;b\n1;ñandú\n2;x\n3;'),
      Buffer.from('ñ', 'latin1'),
      Buffer.from('\n'),
    ])
    const { problems, cells } = await readAsFile('a.csv', mixed)
    expect(problems).toEqual([{ file: 'a.csv', line: 4, message: expect.stringContaining('«CSV UTF-8»') }])
    expect(cells).toEqual([])
  })
})

describe('separators and rows', () => {
  test.each([[';'], [','], ['\t'], ['|']])('detects the separator %j', async (separator) => {
    const rows = [
      ['run', 'nombre, y apellido; todo', 'nota'],
      ['1', 'a;b,c|d\te', '5,4'],
    ]
    const content = rows.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\r\n')
    expect((await readAsFile('a.csv', content)).cells).toEqual(rows)
  })

  test('uses the separator that the file declares, and does not count that line', async () => {
    const { rows } = await readAsFile('a.csv', 'sep=,\r\na;b,c\r\n1,2')
    expect(rows).toEqual([
      { line: 1, cells: ['a;b', 'c'] },
      { line: 2, cells: ['1', '2'] },
    ])
  })

  test.each([['\n'], ['\r\n'], ['\r']])('ends rows at %j', async (end) => {
    expect((await readAsFile('a.csv', ['a;b', '1;2', '3;4', ''].join(end))).cells).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('numbers rows like a spreadsheet: not by line breaks within quotes, but with blank rows', async () => {
    const { rows } = await readAsFile('a.csv', '\n;\na;b\n"uno\ndos";"dice ""hola"""\n\n ;\n3;4\n')
    expect(rows).toEqual([
      { line: 3, cells: ['a', 'b'] },
      { line: 4, cells: ['uno\ndos', 'dice "hola"'] },
      { line: 7, cells: ['3', '4'] },
    ])
  })

  test('keeps rows of different lengths', async () => {
    expect((await readAsFile('a.csv', 'a;b;c\n1\n1;2;3;4\n')).cells).toEqual([
      ['a', 'b', 'c'],
      ['1'],
      ['1', '2', '3', '4'],
    ])
  })

  test('keeps quotes within a text', async () => {
    expect((await readAsFile('a.csv', 'a;b\nel "Pepe";5"\n"x" y;z\n')).cells.slice(1)).toEqual([
      ['el "Pepe"', '5"'],
      ['"x" y', 'z'],
    ])
  })

  test('reports the line of an unclosed quote', async () => {
    const { problems } = await readAsFile('a.csv', 'a;b\n1;2\n3;"4\n5;6\n')
    expect(problems).toEqual([{ file: 'a.csv', line: 3, message: expect.stringContaining('comillas') }])
  })

  test.each([
    ['ends at the next quotes', '2;"Se portó bien";b'],
    ['continues after the next quotes', '2;dijo "hola" ayer;b'],
    ['contains a single quote', '2;un cuaderno de 5" más;b'],
    ['is in the last row', '2;"Se portó bien";b\n3;"Se fue"'],
  ])('never adds a row to the previous one with an unclosed quote: it %s', async (_, next) => {
    const { problems, rows } = await readAsFile('a.csv', `a;b;c\n1;"Buen trabajo;a\n${next}\n3;otro;c\n`)
    expect(problems).toEqual([{ file: 'a.csv', line: 2, message: expect.stringContaining('comillas') }])
    expect(JSON.stringify(rows)).not.toContain('Buen')
  })

  test('reads a quoted text of several lines', async () => {
    const { rows } = await readAsFile('a.csv', `a;b\n1;"${'""'}Hola dijo\nayer; y hoy"\n`)
    expect(rows.at(-1)?.cells).toEqual(['1', '"Hola dijo\nayer; y hoy'])
  })

  test('keeps formulas and tags as texts', async () => {
    const cells = [
      ['a', 'b'],
      ['=1+1', '<script>alert(1)</script>'],
      ['@SUM(A1)', '-2+3'],
    ]
    const content = cells.map((row) => row.join(';')).join('\n')
    expect((await readAsFile('a.csv', content)).cells).toEqual(cells)
  })
})
