import type { DocumentKind } from '@apoderados/contract/documents'
import type { Student } from '@apoderados/contract/profile'
import DownloadSimple from '@phosphor-icons/core/assets/regular/download-simple.svg?react'
import { useEffect, useEffectEvent, useState } from 'react'
import { config } from '../../config.ts'
import { useProfileQuery } from '../../shared/api/profileQuery.ts'
import { showToast } from '../../shared/ui/notices/toast.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { useCertificate } from './useCertificate.ts'

type Props = {
  student: Student
  /** Decides whether a download succeeds; a test can replace it. */
  draw?: typeof randomOutcome
}

/** spec §2, reportes: three certificates. Those that the school issues are downloaded; the others only simulate it. */
export function ReportsPage({ student, draw = randomOutcome }: Props) {
  return (
    <DataPage title="Reportes" query={useProfileQuery()}>
      <ul className="card @min-[64rem]/app:grid @min-[64rem]/app:grid-cols-3 @min-[64rem]/app:[&>*+*]:border-l @min-[64rem]/app:[&>*]:border-line">
        <CertificateRow
          kind="regular"
          title="Certificado de alumno regular"
          detail="Acredita la matrícula vigente"
          student_id={student.id}
          draw={draw}
        />
        <CertificateRow
          kind="grades"
          title="Certificado de notas"
          detail="Calificaciones del período"
          student_id={student.id}
          draw={draw}
        />
        <CertificateRow
          kind="enrolment"
          title="Certificado de matrícula"
          detail="Datos de matrícula y curso"
          student_id={student.id}
          draw={draw}
        />
      </ul>
    </DataPage>
  )
}

export type CertificateOutcome = 'success' | 'error'

/** spec §2: the random result of a simulated download, which succeeds if the random number is below 0.5. */
export const randomOutcome = (): CertificateOutcome => (Math.random() < 0.5 ? 'success' : 'error')

type CertificateRowProps = {
  kind: DocumentKind
  title: string
  detail: string
  student_id: number
  draw: () => CertificateOutcome
}

/** A certificate and its download. */
function CertificateRow({ kind, title, detail, student_id, draw }: CertificateRowProps) {
  const simulated = useSimulatedDownload(() => tell(draw()))
  const certificate = useCertificate(kind, student_id, { simulate: simulated.start, tell })
  const { percent, start } = certificate.isBusy ? certificate : { ...simulated, start: certificate.start }
  const isBusy = certificate.isBusy || percent !== undefined
  return (
    <li className="group relative pl-4">
      <div className="flex min-h-18 items-center gap-3 border-line border-t py-3 pr-3 group-first:border-transparent @min-[64rem]/app:h-full @min-[64rem]/app:border-transparent">
        <div className="min-w-0 flex-1">
          <p className="font-medium text-row">{title}</p>
          <p className="mt-0.5 text-small text-text-2">{detail}</p>
        </div>
        <button
          type="button"
          aria-label={`Descargar ${title}`}
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
          onClick={start}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          {isBusy ? (
            <span className="spinner size-5" aria-hidden="true" />
          ) : (
            <DownloadSimple className="size-5.5" />
          )}
        </button>
      </div>
      {isBusy && (
        <progress
          className="absolute right-3 bottom-1 left-4 block h-1 w-[calc(100%-1.75rem)] appearance-none overflow-clip rounded-full bg-sunk forced-colors:border [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:[transition:width_150ms_linear] forced-colors:[&::-webkit-progress-value]:bg-[Highlight]"
          aria-label={`Descargando ${title}`}
          value={percent}
          max={100}
        />
      )}
    </li>
  )
}

function tell(outcome: CertificateOutcome): void {
  if (outcome === 'success') showToast('success', '¡Tu reporte ha sido descargado!')
  else showToast('error', 'Ha ocurrido un error')
}

const PROGRESS_STEPS = 10

/**
 * Returns the progress of the download in per cent, undefined without a download, and the function that starts one,
 * which has no effect during a download. Leaving the page cancels the download without a call of `onEnd`.
 */
function useSimulatedDownload(onEnd: () => void) {
  const [percent, setPercent] = useState<number>()
  const isBusy = percent !== undefined
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isBusy) return
    let step = 0
    const timer = setInterval(() => {
      step += 1
      setPercent(step < PROGRESS_STEPS ? (step / PROGRESS_STEPS) * 100 : undefined)
      if (step < PROGRESS_STEPS) return
      step = 0
      end()
    }, config.reportDownloadMs / PROGRESS_STEPS)
    return () => clearInterval(timer)
  }, [isBusy])
  return { percent, start: () => setPercent((now) => now ?? 0) }
}
