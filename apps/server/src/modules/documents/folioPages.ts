import { createHash } from 'node:crypto'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { documentKindNames, formatFolio } from '@apoderados/contract/documents'
import { formatPhone } from '@apoderados/contract/values/phone'
import type { CheckedDocument } from '@apoderados/core/documents/issuedDocuments'
import { escapeHtml } from '../../http/messages/escapeHtml.ts'
import { folioScript, folioStyle } from './folioAssets.ts'

/*
 * The pages of the public check. They are HTML without the app's code, so that anybody who holds the paper can read
 * them on any device. The one script compares a file with the document's hash on the device.
 */
const FORM_PATH = `${BASE_PATH}/folio`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The pages run their own style and script alone, and send nothing but the form. */
export const folioPolicy = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(folioStyle)}`,
    `script-src ${hashOf(folioScript)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

const ARCH =
  '<svg viewBox="0 0 40 40" width="28" height="28" aria-hidden="true"><path fill="currentColor" d="M2.5 35V23.5a17.5 17.5 0 0 1 35 0V35h-7V23.5a10.5 10.5 0 0 0-21 0V35Z M14 35v-6a6 6 0 0 1 12 0v6Z"/></svg>'
const ICONS = {
  valid: 'M10 20.5l6.5 6.5L30 13.5',
  outdated: 'M20 10v13M20 28.2v.3',
  revoked: 'M13 13l14 14M27 13L13 27',
  unknown: 'M13 13l14 14M27 13L13 27',
}
const iconOf = (state: keyof typeof ICONS) =>
  `<svg class="icon ${state}" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true"><circle cx="20" cy="20" r="20"/><path d="${ICONS[state]}"/></svg>`

const documentOf = (title: string, main: string, more = '') => `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · Apoderados</title>
<style>${folioStyle}</style>
</head>
<body>
<header><span class="arch">${ARCH}</span> Apoderados</header>
<main>
${main}
</main>
${more}
</body>
</html>
`

const formOf = (typed = '') => `<form class="card" action="${FORM_PATH}" method="get">
<label for="folio">Folio del documento</label>
<input id="folio" name="folio" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="ayuda" value="${escapeHtml(typed)}">
<p id="ayuda" class="small">Son 16 letras y números, por ejemplo K3F7-92QM-X4TB-7H2D.</p>
<button>Verificar</button>
</form>`

export const folioForm = () =>
  documentOf(
    'Verificar un documento',
    `<h1 class="alone">Verificar un documento</h1>
<p class="lead">Escribe el folio impreso junto al código QR.</p>
${formOf()}`,
  )

export const unknownFolioPage = (typed: string) =>
  documentOf(
    'Folio desconocido',
    `<section class="card">${iconOf('unknown')}
<h1>No existe un documento con ese folio.</h1>
<p>Revisa que esté escrito como en el papel. Si está bien escrito, no aceptes el documento.</p></section>
${formOf(typed)}`,
  )

const verdicts = {
  valid: ['Documento vigente', 'Lo emitió el colegio y sus datos coinciden hoy con sus registros.'],
  outdated: ['Ya no coincide', 'Los datos cambiaron desde que se emitió. Pide uno nuevo.'],
  revoked: ['Documento revocado', 'El colegio lo anuló. No lo aceptes.'],
} as const

const dayInWords = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('es-CL', { dateStyle: 'long', timeZone: 'UTC' })

function momentInWords(moment: Date, timeZone: string): string {
  const day = moment.toLocaleDateString('es-CL', { dateStyle: 'long', timeZone })
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  return `${day} a las ${moment.toLocaleTimeString('es-CL', time)}`
}

/** The page of a document, with the least of its data. */
export function documentPage(found: CheckedDocument, now: Date): string {
  const [title, line] = verdicts[found.state]
  const student = [found.initials, found.run_end && `RUN terminado en ${found.run_end}`].filter(Boolean)
  const fields = [
    ['Folio', formatFolio(found.folio)],
    ['Documento', `${documentKindNames[found.kind]}, ${found.year}`],
    ['Estudiante', student.join(', ')],
    ['Establecimiento', `${found.school}, RBD ${found.rbd}`],
    ['Emitido', dayInWords(found.issued_on)],
  ] as const
  const list = fields.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')
  const phone = found.phone
    ? `: <a href="tel:${escapeHtml(found.phone)}">${escapeHtml(formatPhone(found.phone))}</a>`
    : ''
  return documentOf(
    title,
    `<section class="card">${iconOf(found.state)}
<h1>${title}</h1>
<p>${line}</p></section>
<section class="card" aria-label="Datos del documento"><dl>
${list}
</dl>
<p class="small">Comprobado el ${momentInWords(now, found.time_zone)}.</p></section>
<p class="note">Compara estos datos con el papel. Si algo no calza, no lo aceptes y llama al colegio${phone}.</p>
<section class="card" id="archivo" hidden data-hash="${found.file_hash}">
<h2>¿Tienes el archivo PDF?</h2>
<p>Se compara en este equipo y no se envía a ninguna parte.</p>
<label for="pdf">Elegir o soltar el PDF</label>
<input id="pdf" type="file" accept="application/pdf">
<p id="resultado" role="status"></p></section>
<details class="card"><summary>Huella del archivo (SHA-256)</summary><p class="hash">${found.file_hash}</p></details>
<p class="next"><a class="button" href="${FORM_PATH}">Verificar otro folio</a></p>`,
    `<script>${folioScript}</script>`,
  )
}
