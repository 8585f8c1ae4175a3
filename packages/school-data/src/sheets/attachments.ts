import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPdf } from '../pdf.ts'
import { readPictures } from '../pictures.ts'
import type { School } from '../school.ts'

const instructions = ['Leer el documento completo.', 'Traer los materiales el día indicado.']

/**
 * Creates the folders of photos and documents, and returns functions that write these files. They spread the files over
 * the schools in proportion to their pupils.
 */
export async function openAttachments(requested: {
  folder: string
  students: number
  photos: number
  documents: number
}) {
  const { shortHaired, longHaired } = await readPictures()
  const portraits = [...shortHaired, ...longHaired]
  const counts = { photos: 0, documents: 0 }
  let pupilsBefore = 0
  let documents: string[] = []
  const sizeOf = ({ courses }: School) => courses.reduce((sum, { pupils }) => sum + pupils.length, 0)
  /** Returns how many photos or documents the schools up to and including `school` should have together. */
  const expectedCount = (kind: 'photos' | 'documents', school: School) =>
    Math.min(
      requested[kind],
      Math.round((requested[kind] * (pupilsBefore + sizeOf(school))) / requested.students),
    )

  async function writePhotos(school: School): Promise<void> {
    const pupils = school.courses.flatMap((course) => course.pupils)
    for (const { run } of pupils.slice(0, expectedCount('photos', school) - counts.photos)) {
      const portrait = portraits[counts.photos % portraits.length] as Buffer
      await writeFile(join(requested.folder, 'fotos', `${run.number}-${run.dv}.png`), portrait)
      counts.photos += 1
    }
  }
  if (requested.photos > 0) await mkdir(join(requested.folder, 'fotos'))
  if (requested.documents > 0) await mkdir(join(requested.folder, 'documentos'))
  return {
    counts,
    /** Returns the path of a document that `write` will write; null once the school has its share of documents. */
    takeDocument(school: School): string | null {
      if (counts.documents >= expectedCount('documents', school)) return null
      counts.documents += 1
      const name = `documentos/pauta-${String(counts.documents).padStart(5, '0')}.pdf`
      documents.push(name)
      return name
    },
    /** Writes the school's photos, and the documents whose paths `takeDocument` has returned for it. */
    async write(school: School): Promise<void> {
      for (const name of documents)
        await writeFile(join(requested.folder, name), createPdf(name, instructions))
      documents = []
      await writePhotos(school)
      pupilsBefore += sizeOf(school)
    },
  }
}
export type Attachments = Awaited<ReturnType<typeof openAttachments>>
