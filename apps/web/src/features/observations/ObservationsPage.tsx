import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function ObservationsPage() {
  return (
    <DataPage title="Observaciones" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio registre observaciones, las verás aquí." />
    </DataPage>
  )
}
