import { describe, expect, it } from 'vitest'
import { cleanFileName } from './fileName.ts'

describe('the file name of a document', () => {
  it.each([
    ['pauta.pdf', 'pauta.pdf'],
    ['documentos/Guía Nº 3 – Año 2026 (final).docx', 'Guía Nº 3 – Año 2026 (final).docx'],
    ['../../etc/pauta.pdf', 'pauta.pdf'],
    ['C:\\colegio\\pauta.pdf', 'pauta.pdf'],
    ['n\u0303andu\u0301.pdf', 'ñandú.pdf'],
    ['pau\u0000ta\r\n.pdf', 'pauta.pdf'],
    ['pauta\u202Efdp.exe.pdf', 'pautafdp.exe.pdf'],
    ['\u200Bpauta\uFEFF.pdf', 'pauta.pdf'],
    ['pau\uD800ta.pdf', 'pauta.pdf'],
    ['a<b>"c"|d?*:.pdf', 'a-b--c--d---.pdf'],
    ['  . pauta . .pdf', 'pauta.pdf'],
    ['.pdf', 'documento.pdf'],
    ['documentos/', 'documento'],
    ['PAUTA.PDF', 'PAUTA.PDF'],
  ])('cleans %j to %j', (path, name) => {
    expect(cleanFileName(path)).toBe(name)
  })

  it('keeps at most 120 characters and the extension', () => {
    const name = cleanFileName(`${'ñandú 🎒 '.repeat(40)}.docx`)
    expect(Array.from(name).length).toBeLessThanOrEqual(120)
    expect(name).toMatch(/\.docx$/)
    expect(name.isWellFormed()).toBe(true)
  })
})
