import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function AttendancePage() {
  return (
    <DataPage title="Asistencia" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio registre la asistencia, la verás aquí." />
    </DataPage>
  )
}
