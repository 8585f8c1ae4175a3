import { type DocumentKind, documentKindNames } from '@apoderados/contract/documents'
import { formatDay } from '@apoderados/contract/values/days'
import PDFDocument from 'pdfkit'
import { type PdfDocument, registerSharedFonts } from '../pdf/drawText.ts'
import type { DocumentData } from './documentData.ts'
import {
  drawCheck,
  drawHead,
  drawParagraph,
  drawSignature,
  LEFT,
  SIGNATURE_Y,
  WIDTH,
} from './documentFrame.ts'
import { type Cell, drawTable } from './documentTable.ts'

export type Signer = { name: string; title: string; signature: Buffer | undefined }

export type DocumentContent = {
  data: DocumentData
  folio: string
  /** The day of issue, `YYYY-MM-DD`. */
  issuedOn: string
  address: string | null
  signer: Signer
  logo: Buffer | undefined
  /** The address of the public check; undefined if the server does not know its own. */
  checkPage: string | undefined
}

type Element = ReturnType<PdfDocument['struct']>

/** What law keeps for the Ministry's own documents and records. */
const notes: Partial<Record<DocumentKind, string>> = {
  grades:
    'Documento informativo: no reemplaza el certificado anual de estudios, que entrega el Ministerio de Educación.',
  attendance:
    'Documento informativo: la asistencia oficial es la que el establecimiento declara al Ministerio de Educación.',
}

const students: Record<string, string> = { Femenino: 'alumna', Masculino: 'alumno' }
const studentWord = ({ gender }: DocumentData) => students[gender ?? ''] ?? 'estudiante'
const identity = ({ run }: DocumentData) => (run ? `, RUN ${run},` : ',')

/** The paragraph of each kind; every second part is bold. */
const paragraphs: Record<DocumentKind, (data: DocumentData) => string[]> = {
  regular: (data) => [
    'Se certifica que ',
    data.name,
    `${identity(data)} es ${studentWord(data)} regular de `,
    data.course,
    ` durante el año escolar ${data.year}.`,
  ],
  enrolment: (data) => [
    'Se certifica que ',
    data.name,
    `${identity(data)} tiene matrícula en este establecimiento para el año escolar ${data.year}, en `,
    data.course,
    `, desde el ${formatDay(data.enrolled_on ?? '')}.`,
  ],
  grades: (data) => [
    'Se informan las calificaciones de ',
    data.name,
    `${identity(data)} de `,
    data.course,
    `, en el año escolar ${data.year}.`,
  ],
  attendance: (data) => [
    'Se informa la asistencia de ',
    data.name,
    `${identity(data)} de `,
    data.course,
    `, en el año escolar ${data.year}, hasta el ${formatDay(data.attendance?.until ?? '')}.`,
  ],
}

const monthName = (month: string) =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString('es-CL', { month: 'long', timeZone: 'UTC' })

/** Returns the rows of the document's table, the head first; the last one is a sum. Undefined without a table. */
function tableOf({ grades, attendance }: DocumentData): Cell[][] | undefined {
  if (grades)
    return [
      ['Asignatura', ...grades.periods],
      ...grades.subjects.map(({ name, results }) => [name, ...results.map((text) => text ?? '—')]),
      ['Promedio del período', ...grades.averages.map((text) => text ?? '—')],
    ]
  if (!attendance) return undefined
  return [
    ['Mes', 'Días de clases', 'Asistidos', 'Atrasos', 'Inasistencias', 'Justificadas'],
    ...[...attendance.months, attendance.total].map((row) => [
      row.month === 'total' ? 'Total' : monthName(row.month),
      ...[row.days, row.attended, row.late, row.absent, row.justified].map(String),
    ]),
  ]
}

/** Creates an empty document of one A4 page that archives keep and screen readers read: PDF/A-2b, tagged, Spanish. */
export function openDocument(title: string, author: string): PdfDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: '',
    subset: 'PDF/A-2b',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CL',
    displayTitle: true,
    info: { Title: title, Author: author },
  })
  registerSharedFonts(doc)
  return doc
}

function drawBody(doc: PdfDocument, root: Element, y: number, { data }: DocumentContent): void {
  let end = drawParagraph(doc, root, paragraphs[data.kind](data), { x: LEFT, y, width: WIDTH }) + 14
  const { attendance } = data
  if (attendance?.percentage) {
    const parts = ['Porcentaje de asistencia: ', attendance.percentage, '.']
    end = drawParagraph(doc, root, parts, { x: LEFT, y: end, width: WIDTH }) + 14
  }
  const rows = tableOf(data)
  if (rows) drawTable(doc, root, rows, { top: end, bottom: SIGNATURE_Y - 18 })
}

/** Returns the bytes of a document of one page. `finish` may add to it before its end. */
export async function renderDocument(
  content: DocumentContent,
  finish: (doc: PdfDocument) => void = () => undefined,
): Promise<Buffer> {
  const title = documentKindNames[content.data.kind]
  const doc = openDocument(title, content.data.school)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.once('end', resolve))
  const root = doc.struct('Document')
  doc.addStructure(root)
  drawBody(doc, root, drawHead(doc, root, title, content), content)
  drawSignature(doc, root, content)
  drawCheck(doc, root, content, notes[content.data.kind])
  root.end()
  finish(doc)
  doc.end()
  await ended
  return Buffer.concat(parts)
}
