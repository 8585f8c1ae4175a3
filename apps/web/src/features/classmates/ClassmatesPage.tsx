import { useProfileQuery } from '../../shared/session/profile.ts'
import { DataPage } from '../../shared/ui/DataPage.tsx'
import { EmptyList } from '../../shared/ui/EmptyList.tsx'

export function ClassmatesPage() {
  return (
    <DataPage title="Compañeros" query={useProfileQuery()}>
      <EmptyList hint="Cuando el colegio publique la lista del curso, la verás aquí." />
    </DataPage>
  )
}
