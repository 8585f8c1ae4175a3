import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWordWithExternalRelation, createWorkbook, kindOrRefusal } from '../testing/officeKind.ts'
import { createExcel, createWord, fieldXml, relationsXml, WORD_TYPE } from '../testing/offices.ts'

const cleanDocumentsFolder = join(import.meta.dirname, '../../../fixtures/documentos-limpios')

describe('a Word or Excel document is accepted if', () => {
  it.each(['guia.docx', 'notas.xlsx'])('LibreOffice wrote it: %s', async (name) => {
    expect(await kindOrRefusal(readFileSync(join(cleanDocumentsFolder, name)))).toBe(name.split('.')[1])
  })

  it('a spreadsheet library wrote it', async () => {
    expect(await kindOrRefusal(await createWorkbook())).toBe('xlsx')
  })

  it.each([
    ['links to a web page', createWordWithExternalRelation('hyperlink', 'https://a.example/guia?DDE=1')],
    ['links to an e-mail address', createWordWithExternalRelation('hyperlink', 'mailto:a@example.com')],
    ['links to a file in the same folder', createWordWithExternalRelation('hyperlink', 'guia%202.docx')],
    [
      'links to a file on the author’s disk',
      createWordWithExternalRelation('hyperlink', 'file:///C:\\Users\\Rosa\\guia.docx'),
    ],
    [
      'records the author’s own template',
      createWordWithExternalRelation('attachedTemplate', 'file:///C:\\Plantillas\\Carta.dotx'),
    ],
    [
      'has a page number, a table of contents and a link',
      createWord(fieldXml(' PAGE ') + fieldXml('TOC \\o') + fieldXml('HYPERLINK "https://a.example"')),
    ],
    ['compares values within a field', createWord(fieldXml('IF ', fieldXml('PAGE'), ' = 1 "DDE" "LINK"'))],
    [
      'mentions DDE in its text',
      createWord('<w:p><w:r><w:t>DDEAUTO y LINK son campos de Word</w:t></w:r></w:p>'),
    ],
    [
      'has an absolute path to its main part',
      createWord('', {
        '_rels/.rels': relationsXml({ type: 'officeDocument', target: '/word/document.xml' }),
      }),
    ],
    [
      'declares the main type for all XML parts',
      createWord('', {
        '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="${WORD_TYPE}"/></Types>`,
      }),
    ],
  ])('it %s', async (_, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe('docx')
  })

  it.each([
    ['has a bar within a quoted text', '<c><f>IF(A1="a|b",\'x|y\'!A1,2)</f></c>'],
    ['has a bar within a column’s name', '<c><f>SUM(Notas[[#This Row],[1|2]])</f></c>'],
    ['has form controls', '<controls/>'],
  ])('a cell %s', async (_, cells) => {
    expect(await kindOrRefusal(createExcel({ 'xl/worksheets/sheet1.xml': cells }))).toBe('xlsx')
  })
})
