import { BASE_PATH } from '@apoderados/contract/calls/call'
import { todayInChile } from '@apoderados/contract/values/days'
import { pictureType } from '@apoderados/core/files/fileStore'
import { randomId } from '@apoderados/core/secrets/keys'
import { prepareDocument, preparePhoto } from '@apoderados/importer/attachments/prepareAttachment'
import { createJpeg, createPng } from '@apoderados/importer/attachments/testing/pictures'
import { parse as parseDisposition } from 'content-disposition'
import { throwIfAborted } from '../../support/suite.ts'
import { RUN_CALLBACK } from './payloads.ts'
import { MARTINA } from './planting.ts'
import { openWatchedPage } from './watch.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

const HOSTILE_SCRIPT = `<script>parent.${RUN_CALLBACK}(700);${RUN_CALLBACK}(701)</script>`
const HOSTILE_PDF = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>\nendobj\ntrailer<<>>\n%%EOF\n${HOSTILE_SCRIPT}`

const attachmentOf = (path: string, bytes: Buffer) => ({ path, bytes: bytes.length, read: async () => bytes })

type DisguisedFile = { name: string; bytes: Buffer; isRefused: boolean }

/** Makes pages and programs that are disguised as documents; `isRefused` is true if the import must refuse the file. */
async function makeDisguisedFiles(): Promise<DisguisedFile[]> {
  const [png, jpeg] = [await createPng(40, 30), await createJpeg(40, 30)]
  const html = Buffer.from(`<!doctype html>${HOSTILE_SCRIPT}`)
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN_CALLBACK}(702)">${HOSTILE_SCRIPT}</svg>`,
  )
  const refused: [string, Buffer][] = [
    ...['a.html', 'a.pdf', 'a.png', 'a.jpg', 'a.docx', 'a.xlsx', 'a.htm', 'a.xhtml', 'a.svg', 'a'].map(
      (name): [string, Buffer] => [name, html],
    ),
    ...['b.svg', 'b.png', 'b.pdf', 'b.svgz'].map((name): [string, Buffer] => [name, svg]),
    ['c.html', Buffer.from(HOSTILE_PDF)],
    ['c.pdf', Buffer.from(`<!--${HOSTILE_PDF}-->`)],
    ['c.pdf', Buffer.from(`GIF89a/*${HOSTILE_SCRIPT}*/=1;//${HOSTILE_PDF}`)],
    ['c.html', png],
    ['c.svg', jpeg],
    ['d.gif', Buffer.from(`GIF89a${HOSTILE_SCRIPT}`)],
    ['d.webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['d.js', Buffer.from(`${RUN_CALLBACK}(703)`)],
    ['d.xml', Buffer.from(`<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>`)],
    ['d.mht', Buffer.from('MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html>')],
    ['d.pdf.html', Buffer.from(HOSTILE_PDF)],
    ['d.exe', Buffer.from('MZ\x90\0', 'latin1')],
  ]
  const taken: [string, Buffer][] = [
    ['e.pdf', Buffer.from(HOSTILE_PDF)],
    ['e.png', Buffer.concat([png, html])],
    ['e.jpg', Buffer.concat([jpeg, html])],
  ]
  return [
    ...refused.map(([name, bytes]) => ({ name, bytes, isRefused: true })),
    ...taken.map(([name, bytes]) => ({ name, bytes, isRefused: false })),
  ]
}

async function findImportFaults(files: DisguisedFile[]): Promise<string[]> {
  const faults: string[] = []
  for (const { name, bytes, isRefused } of files) {
    const document = await prepareDocument(attachmentOf(name, bytes))
    if ('problem' in document !== isRefused)
      faults.push(`the import ${isRefused ? 'takes' : 'refuses'} ${name}`)
    // The import drops what follows the end of a picture. A PDF is stored unchanged.
    if (!('problem' in document) && !name.endsWith('.pdf') && document.bytes.includes('<script'))
      faults.push(`the import keeps a page behind ${name}`)
    const photo = await preparePhoto(attachmentOf(name, bytes))
    const isPicture = pictureType(bytes) !== undefined
    if ('problem' in photo === isPicture)
      faults.push(`as a photo ${name} is ${isPicture ? 'refused' : 'taken'}`)
    if (!('problem' in photo) && photo.bytes.includes('<script'))
      faults.push(`a page stays behind the photo ${name}`)
  }
  return faults
}

const HOSTILE_FILE_NAMES = [
  'pauta.pdf',
  'Guía Nº 3 – Año 2026 “final”.pdf',
  'a\r\nSet-Cookie: x=1\r\n\r\n<script>.pdf',
  'a"; filename="otro.html.pdf',
  "a'b`c$(id);d|e.pdf",
  '../../../etc/passwd.pdf',
  '..\\..\\windows\\system32\\cmd.pdf',
  'C:\\colegio\\pauta.pdf',
  '/absoluta.pdf',
  'fdp.\u202Elmth.pdf',
  `${'ñ'.repeat(300)}.pdf`,
  '.htaccess.pdf',
  'CON.pdf',
  '%0d%0aX: y.pdf',
  "UTF-8''%3Cscript%3E.pdf",
  'a;b=c,d.pdf',
  '\u0001\u007F\u0085.pdf',
  '👩‍👧 \u200B.pdf',
  ' .pdf',
  '<img src=x onerror=1>.pdf',
]

/** Adds an event of today with a document to Martina's course, without the import's checks of name and content. */
async function plantDocument(
  { db, services }: WebTestEnvironment,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const id = randomId()
  await services.files.write(id, bytes)
  await db.$client.query(
    `insert into events (establishment_id, course_id, day, title, document_id, document_name)
     select enrollment.establishment_id, enrollment.course_id, $2, 'x', $3, $4 from enrollments enrollment
     where enrollment.student_id = $1 and enrollment.withdrawn_on is null order by enrollment.year desc limit 1`,
    [MARTINA, todayInChile(new Date()), id, name],
  )
  return `${BASE_PATH}/documents/${id}`
}

async function checkFileNames(
  environment: WebTestEnvironment,
  headers: { authorization: string },
): Promise<string[]> {
  const faults: string[] = []
  for (const name of HOSTILE_FILE_NAMES) {
    const url = await plantDocument(environment, name, Buffer.from(HOSTILE_PDF))
    const response = await fetch(environment.url + url, { headers })
    const disposition = response.headers.get('content-disposition') ?? ''
    const { type, parameters } = parseDisposition(disposition)
    const saved = `${parameters.filename}`
    const quotedName = JSON.stringify(name).slice(0, 60)
    if (response.status !== 200) faults.push(`${quotedName}: ${response.status}`)
    if (type !== 'attachment') faults.push(`${quotedName}: comes as ${type}`)
    if (/[/\\\r\n]/.test(saved) || saved === '..') faults.push(`${quotedName}: is saved as ${saved}`)
    // The form that every current browser reads: a name in ASCII, and the whole name in UTF-8.
    if (
      !/^attachment(; filename=("[\x20-\x7e]*"|[\w!#$%&'*+.^`|~-]+))?(; filename\*=UTF-8''[\w%.!*'~-]+)?$/.test(
        disposition,
      )
    )
      faults.push(`${quotedName}: has the header ${disposition}`)
    if (response.headers.get('set-cookie') || response.headers.get('x'))
      faults.push(`${quotedName}: wrote a header`)
    if (response.headers.get('content-type') !== 'application/pdf')
      faults.push(`${quotedName}: has another type`)
    if (!response.headers.get('content-security-policy')?.endsWith('sandbox'))
      faults.push(`${quotedName}: no sandbox`)
  }
  return faults
}

/**
 * Opens each document in a tab, with the token added to the request, and embeds it in a page as an image, script,
 * frame and object.
 */
async function checkOpening(
  environment: WebTestEnvironment,
  files: DisguisedFile[],
  authorization: string,
): Promise<string[]> {
  const watched = await openWatchedPage(environment, { acceptDownloads: true })
  const { page, faults, setLocation } = watched
  await page.route('**/documents/*', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization } }),
  )
  const urls: string[] = []
  for (const { name, bytes } of files) {
    throwIfAborted()
    setLocation(`opening ${name}`)
    const url = await plantDocument(environment, name, bytes)
    urls.push(url)
    const download = page.waitForEvent('download', { timeout: 3_000 }).catch(() => undefined)
    const response = await page.goto(url).catch(() => undefined)
    if (response === undefined && !(await download)) faults.push(`${name} is neither saved nor refused`)
    if (response && response.status() !== 404) faults.push(`${name} is shown instead of saved`)
  }
  setLocation('in a page of ours')
  await page.goto('/login')
  await page.evaluate(async (sources) => {
    const embeddings = [
      ['img', 'src'],
      ['script', 'src'],
      ['iframe', 'src'],
      ['object', 'data'],
    ] as const
    for (const src of sources)
      for (const [tag, key] of embeddings) {
        const element = document.createElement(tag)
        try {
          Object.assign(element, { [key]: src })
          document.body.append(element)
        } catch {
          // Trusted Types reject most of these.
        }
      }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }, urls)
  await watched.context.close()
  // Here it is no fault that the Content-Security-Policy stops a document, or that the browser downloads it.
  return faults.filter((fault) => !/the policy stopped|a download/.test(fault))
}

/** Checks documents and photos with hostile names and contents (R26, R27). */
export async function checkDocuments(environment: WebTestEnvironment): Promise<WebVerdict> {
  const files = await makeDisguisedFiles()
  const [jwt = ''] = await environment.tokensOf(1)
  const authorization = `Bearer ${jwt}`
  const faults = [
    ...(await findImportFaults(files)),
    ...(await checkFileNames(environment, { authorization })),
    ...(await checkOpening(environment, files, authorization)),
  ]
  return verdictOf(
    faults,
    `${files.length} files in disguise, ${HOSTILE_FILE_NAMES.length} names; none ran or was shown`,
  )
}
