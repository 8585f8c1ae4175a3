// The lengths are in points.
const A4_WIDTH = 595
const A4_HEIGHT = 842
const MARGIN = 72
const LINE_HEIGHT = 20

/** Returns the text as a PDF string in parentheses, with the characters escaped that would end or change it. */
const pdfString = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** Returns the operators that write the page: the title in bold, then each of `lines` on a line of its own. */
function pageContent(title: string, lines: readonly string[]): string {
  const start = `BT /Bold 16 Tf ${MARGIN} ${A4_HEIGHT - MARGIN} Td ${LINE_HEIGHT} TL ${pdfString(title)} Tj T* /Plain 11 Tf`
  return `${start}\n${lines.map((line) => `T* ${pdfString(line)} Tj`).join('\n')}\nET`
}

const fontObject = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/**
 * Returns a PDF of one page. The texts may contain the printable characters of Latin-1, which have the same codes in
 * the PDF's encoding, WinAnsi. Long lines are not wrapped.
 */
export function createPdf(title: string, lines: readonly string[]): Buffer {
  const stream = pageContent(title, lines)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (es-CL) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4_WIDTH} ${A4_HEIGHT}] /Contents 4 0 R /Resources << /Font << /Plain 5 0 R /Bold 6 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    `<< /Title ${pdfString(title)} >>`,
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
