import createQrCode from 'qrcode-generator'
import { colors, type PdfDocument, type TextBox } from './drawText.ts'

/** The margin that readers need around the code, in modules. */
const QUIET_ZONE = 4

/** Draws a text as a QR code, with its margin, in a square. */
export function drawQrCode(doc: PdfDocument, text: string, { x, y, width }: TextBox): void {
  const code = createQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const side = width / (count + 2 * QUIET_ZONE)
  doc.rect(x, y, width, width).fill(colors.paper)
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column))
        doc.rect(x + (column + QUIET_ZONE) * side, y + (row + QUIET_ZONE) * side, side, side)
  doc.fill(colors.text)
}
