import { describe, expect, it } from 'vitest'
import { kindOrRefusal } from '../testing/officeKind.ts'
import { excelOf, fieldOf, wordOf } from '../testing/offices.ts'

const DDE = 'llama a otro programa (DDE)'
const UNREADABLE = 'no se puede revisar por dentro'

describe('a Word or Excel document is rejected with the name of its active content if', () => {
  it.each([
    ['a field starts a program', DDE, wordOf(fieldOf(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"'))],
    ['a field in lower case starts a program', DDE, wordOf(fieldOf('dde excel x'))],
    [
      'a field that starts a program is split into several runs',
      DDE,
      wordOf(fieldOf(' D', 'D', 'EAUTO cmd')),
    ],
    ['a field that starts a program is written in entities', DDE, wordOf(fieldOf('&#68;&#x44;E cmd'))],
    [
      'a field that starts a program is nested in another',
      DDE,
      wordOf(fieldOf('IF ', fieldOf('DDE cmd'), ' = 1')),
    ],
    ['a nested field makes up the keyword', DDE, wordOf(fieldOf(' ', fieldOf('QUOTE 68 68 69'), ' cmd'))],
    ['a simple field starts a program', DDE, wordOf('<w:fldSimple w:instr=" DDEAUTO cmd"/>')],
    [
      'a field in a header starts a program',
      DDE,
      wordOf('', { 'word/header1.xml': `<w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in a part named like a picture',
      DDE,
      wordOf('', { 'word/media/image1.png': ` <w:hdr>${fieldOf('DDE cmd')}</w:hdr>` }),
    ],
    [
      'a field that starts a program is in UTF-16',
      DDE,
      wordOf('', {
        'word/header1.xml': Buffer.from(`\ufeff<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le'),
      }),
    ],
    [
      'a field that starts a program is in UTF-16 without a byte order mark',
      UNREADABLE,
      wordOf('', { 'word/header1.xml': Buffer.from(`<w:hdr>${fieldOf('DDE cmd')}</w:hdr>`, 'utf16le') }),
    ],
    [
      'a field loads another file',
      'trae datos de otro archivo (campo LINK)',
      wordOf(fieldOf('LINK Excel.Sheet.12 x')),
    ],
    [
      'a formula starts a program',
      DDE,
      excelOf({ 'xl/worksheets/sheet1.xml': "<c><f>cmd|'/c calc'!A1</f></c>" }),
    ],
    [
      'a defined name starts a program',
      DDE,
      excelOf({ 'xl/workbook.xml': '<workbook><definedName>DDE("cmd","x","y")</definedName></workbook>' }),
    ],
    [
      'a linked topic starts a program',
      DDE,
      excelOf({
        'xl/externalLinks/externalLink1.xml': '<externalLink><ddeLink ddeService="cmd"/></externalLink>',
      }),
    ],
  ])('%s', async (_, message, bytes) => {
    expect(await kindOrRefusal(bytes)).toBe(message)
  })
})
