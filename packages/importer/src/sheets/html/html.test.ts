import { describe, expect, test } from 'vitest'
import { readAsFile } from '../testing/sourcesOf.ts'

const createPage = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`
const readTableCells = async (body: string) =>
  (await readAsFile('SIGE.xls', createPage(`<table>${body}</table>`))).cells

describe('cells', () => {
  test('may contain tags, entities, line breaks and layout blanks', async () => {
    const row = `<tr>
      <td><font color="red"><b>Mu&ntilde;oz</b>
          Pe&#241;a</font></td><td>uno<br>dos<br/><p>tres</p></td><th>&lt;b&gt;&nbsp;&amp;</th><td></td>
      <td>x<script>var y = '<td>z</td>'</script><!-- <td>no</td> --></td></tr>`
    expect(await readTableCells(row)).toEqual([['Muñoz Peña', 'uno\ndos\ntres', '<b>\u00a0&', '', 'x']])
  })

  test('that span columns and rows keep the other cells in their columns', async () => {
    const rows = `<tr><td>a</td><td colspan=2>b</td><td rowspan="3">c</td><td>d</td></tr>
      <tr><td rowspan=2>e</td><td>f</td><td>g</td><td>h</td></tr>
      <tr><td colspan="0">i</td><td>j</td><td>k</td></tr><tr><td>l</td><td>m</td><td>n</td><td>o</td></tr>`
    expect(await readTableCells(rows)).toEqual([
      ['a', 'b', '', 'c', 'd'],
      ['e', 'f', 'g', '', 'h'],
      ['', 'i', 'j', '', 'k'],
      ['l', 'm', 'n', 'o'],
    ])
  })

  test('need no closing tags', async () => {
    const rows = '<thead><tr><td>a<td>b<tbody><tr><td>1<td>2<tr><td>3<td>4'
    expect(await readTableCells(rows)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('are numbered by the rows of their table, including blank ones', async () => {
    const { rows } = await readAsFile('a.xls', createPage('<table><tr><td>a<tr><td> <tr><td>b</table>'))
    expect(rows.map(({ line }) => line)).toEqual([1, 3])
  })
})

describe('encodings', () => {
  const body = '<table><tr><td>Ñuñoa</td><td>Peñalolén</td></tr></table>'
  const meta = (charset: string) => `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`
  test.each([
    ['declared as Latin-1', Buffer.from(createPage(body, meta('iso-8859-1')), 'latin1')],
    ['declared as UTF-8', Buffer.from(createPage(body, meta('utf-8')))],
    ['declared as UTF-8, but in Windows-1252', Buffer.from(createPage(body, meta('utf-8')), 'latin1')],
    ['declared as Latin-1, but in UTF-8', Buffer.from(createPage(body, meta('latin1')))],
    ['declared with an unknown name', Buffer.from(createPage(body, meta('x-mine')), 'latin1')],
    ['not declared', Buffer.from(createPage(body), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${createPage(body)}`, 'utf16le')],
  ])('of the page are decoded: %s', async (_, content) => {
    expect((await readAsFile('a.xls', content)).cells).toEqual([['Ñuñoa', 'Peñalolén']])
  })

  test('of the page may be an old one that is declared', async () => {
    const content = Buffer.from(createPage('<table><tr><td>\x96</table>', meta('macintosh')), 'latin1')
    expect((await readAsFile('a.xls', content)).cells).toEqual([['ñ']])
  })
})

describe('tables', () => {
  const table = (name: string) => `<table><tr><td>run<td>nombre<tr><td>1<td>${name}</table>`

  test('for layout, or without content, are ignored', async () => {
    const layout = `<table><tr><td>Menú<td><table></table><tr><td>${table('Ana')}<td></table><table><tr><td>pie</table>`
    const { sheets } = await readAsFile('SIGE.xls', createPage(layout))
    expect(sheets).toMatchObject([
      {
        file: 'SIGE.xls',
        name: 'SIGE',
        cells: [
          ['run', 'nombre'],
          ['1', 'Ana'],
        ],
      },
    ])
  })

  test('are separate sheets, named by the headings above them', async () => {
    const body = `<h1>Sheet 1: <em>Alumnos</em></h1>${table('Ana')}${table('Eva')}`
    const { sheets } = await readAsFile('colegio.xls', createPage(body))
    expect(sheets.map(({ file, name, cells }) => [file, name, cells[1]])).toEqual([
      ['colegio.xls › Alumnos', 'Alumnos', ['1', 'Ana']],
      ['colegio.xls › tabla 2', 'tabla 2', ['1', 'Eva']],
    ])
    expect(sheets.every(({ behind, bytes }) => behind === bytes)).toBe(true)
  })

  test('must exist: a session that has expired gives a page without any', async () => {
    const { problems } = await readAsFile('SIGE.xls', createPage('<form>Ingrese su clave</form>'))
    expect(problems).toEqual([
      { file: 'SIGE.xls', message: expect.stringContaining('página web sin ninguna tabla') },
    ])
  })
})
