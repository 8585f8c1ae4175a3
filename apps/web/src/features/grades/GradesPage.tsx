import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function GradesPage() {
  return (
    <DataPage title="Calificaciones" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio publique notas, las verás aquí." />
    </DataPage>
  )
}
