import { describe, expect, it } from 'vitest'
import { kindOrRefusal } from '../testing/officeKind.ts'
import { createExcel, createWord, fieldXml } from '../testing/offices.ts'

const DDE_MESSAGE = 'llama a otro programa (DDE)'
const UNREADABLE_MESSAGE = 'no se puede revisar por dentro'

describe('a Word or Excel document is rejected with the name of its active content if', () => {
  it.each([
    [
      'a field starts a program',
      DDE_MESSAGE,
      createWord(fieldXml(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')),
    ],
    ['a field in lower case starts a program', DDE_MESSAGE, createWord(fieldXml('dde excel x'))],
    [
      'a field that starts a program is split into several runs',
      DDE_MESSAGE,
      createWord(fieldXml(' D', 'D', 'EAUTO cmd')),
    ],
    [
      'a field that starts a program is written in entities',
      DDE_MESSAGE,
      createWord(fieldXml('&#68;&#x44;E cmd')),
    ],
    [
      'a field that starts a program is nested in another',
      DDE_MESSAGE,
      createWord(fieldXml('IF ', fieldXml('DDE cmd'), ' = 1')),
    ],
    [
      'a nested field makes up the keyword',
      DDE_MESSAGE,
      createWord(fieldXml(' ', fieldXml('QUOTE 68 68 69'), ' cmd')),
    ],
    ['a simple field starts a program', DDE_MESSAGE, createWord('<w:fldSimple w:instr=" DDEAUTO cmd"/>')],
    [
      'a field in a header starts a program',
      DDE_MESSAGE,
      createWord('', { 'word/header1.xml': `<w:hdr>${fieldXml('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in a part named like a picture',
      DDE_MESSAGE,
      createWord('', { 'word/media/image1.png': ` <w:hdr>${fieldXml('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in UTF-16',
      DDE_MESSAGE,
      createWord('', {
        'word/header1.xml': Buffer.from(`\ufeff<w:hdr>${fieldXml('DDE cmd')}</w:hdr>`, 'utf16le'),
      }),
    ],
    [
      'a field that starts a program is in UTF-16 without a byte order mark',
      UNREADABLE_MESSAGE,
      createWord('', { 'word/header1.xml': Buffer.from(`<w:hdr>${fieldXml('DDE cmd')}</w:hdr>`, 'utf16le') }),
    ],
    [
      'a field loads another file',
      'trae datos de otro archivo (campo LINK)',
      createWord(fieldXml('LINK Excel.Sheet.12 x')),
    ],
    [
      'a formula starts a program',
      DDE_MESSAGE,
      createExcel({ 'xl/worksheets/sheet1.xml': "<c><f>cmd|'/c calc'!A1</f></c>" }),
    ],
    [
      'a defined name starts a program',
      DDE_MESSAGE,
      createExcel({
        'xl/workbook.xml': '<workbook><definedName>DDE("cmd","x","y")</definedName></workbook>',
      }),
    ],
    [
      'a linked topic starts a program',
      DDE_MESSAGE,
      createExcel({
        'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>',
      }),
    ],
  ])('%s', async (_, message, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe(message)
  })
})
