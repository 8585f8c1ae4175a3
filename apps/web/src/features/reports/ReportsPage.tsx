import type { Student } from '@apoderados/contract/profile'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { CertificateRow, drawOutcome } from './CertificateRow.tsx'
import './reports.css'

type Props = {
  student: Student
  /** Decides how a download ends. */
  draw?: typeof drawOutcome
}

/** spec §2, reportes: three certificates; their download is only simulated. */
export function ReportsPage({ draw = drawOutcome }: Props) {
  return (
    <DataPage title="Reportes" query={useProfileQuery()}>
      <ul className="card reports">
        <CertificateRow
          title="Certificado de alumno regular"
          detail="Acredita la matrícula vigente"
          draw={draw}
        />
        <CertificateRow title="Certificado de notas" detail="Calificaciones del período" draw={draw} />
        <CertificateRow title="Certificado de matrícula" detail="Datos de matrícula y curso" draw={draw} />
      </ul>
    </DataPage>
  )
}
