import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function AgendaPage() {
  return (
    <DataPage title="Agenda" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio publique eventos, los verás aquí." />
    </DataPage>
  )
}
