import { useState } from 'react'
import { callOffice, uploadFile } from '../../shared/api.ts'
import { queryClient } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'

/** The path of a file inside the dropped or chosen folder. */
function pathOf(file: File & { path?: string; relativePath?: string }): string {
  const path = file.webkitRelativePath || file.relativePath || file.path || file.name
  return path.replace(/^[./]+/, '')
}

/** Hidden files such as `.DS_Store`, which a dropped folder may contain. */
const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))

/** Sends files one after the other into a delivery. */
export function useUpload() {
  const { id: school_id } = useSchool()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)

  async function send(load_id: number, files: File[]): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      for (const file of files) {
        const path = pathOf(file)
        if (isHidden(path) || file.size === 0) continue
        const { file_id } = await callOffice('addLoadFile', { school_id, load_id, path, bytes: file.size })
        await uploadFile('uploadLoadFile', { school_id, load_id, file_id }, file)
      }
    } finally {
      setIsBusy(false)
      await queryClient.invalidateQueries({ queryKey: ['getLoad'] })
    }
  }
  const fail = (failure: unknown) =>
    setError(failure instanceof Error ? failure : new Error('No se pudo subir. Inténtelo otra vez.'))
  return { send, isBusy, error, fail }
}
