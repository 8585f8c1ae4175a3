import { useProfileQuery } from '../../shared/api/profileQuery.ts'
import { EmptyList } from '../../shared/ui/notices/EmptyList.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'

/** Replaces a data page while no student is linked to the parent. */
export function NoStudentsPage({ title }: { title: string }) {
  return (
    <DataPage title={title} query={useProfileQuery()}>
      <EmptyList
        title="Aún no tienes estudiantes"
        hint="Cuando tu colegio vincule un estudiante a tu cuenta, verás aquí sus datos."
      />
    </DataPage>
  )
}
