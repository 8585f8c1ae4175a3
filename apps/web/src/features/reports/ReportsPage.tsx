import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function ReportsPage() {
  return (
    <DataPage title="Reportes" query={useProfileQuery()}>
      <EmptyList hint="Cuando haya certificados para descargar, los verás aquí." />
    </DataPage>
  )
}
