const WIDTH = 595
const HEIGHT = 842
const MARGIN = 72
const LEADING = 20

/** Escapes the characters that would end or change a PDF string in parentheses. */
const quoted = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** Returns the text operators of an A4 page: the title in bold, then one line of text per line. */
function pageContent(title: string, lines: readonly string[]): string {
  const start = `BT /Bold 16 Tf ${MARGIN} ${HEIGHT - MARGIN} Td ${LEADING} TL ${quoted(title)} Tj T* /Plain 11 Tf`
  return `${start}\n${lines.map((line) => `T* ${quoted(line)} Tj`).join('\n')}\nET`
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/**
 * Returns a PDF of one page. The texts may contain the characters of Latin-1, which have the same codes in WinAnsi;
 * long lines are not wrapped.
 */
export function createPdf(title: string, lines: readonly string[]): Buffer {
  const stream = pageContent(title, lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-CL) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /Plain 5 0 R /Bold 6 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${quoted(title)} >>`,
  ]
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  // Each character is one byte, so a position in the text is the offset in the file.
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const tableAt = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
