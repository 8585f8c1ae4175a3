import type { Student } from '@apoderados/contract/profile'
import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { CertificateRow, randomOutcome } from './CertificateRow.tsx'
import './reports.css'

type Props = {
  student: Student
  /** Decides whether a download succeeds; a test can replace it. */
  draw?: typeof randomOutcome
}

/** spec §2, reportes: three certificates; their download is only simulated. */
export function ReportsPage({ draw = randomOutcome }: Props) {
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
