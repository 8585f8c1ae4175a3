import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function TimetablePage() {
  return (
    <DataPage title="Horario" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio publique el horario de clases, lo verás aquí." />
    </DataPage>
  )
}
