import { useSchool } from '../../shared/school.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { CalendarCard } from './CalendarCard.tsx'
import { DocumentsCard } from './DocumentsCard.tsx'
import { PrivacyCard } from './PrivacyCard.tsx'
import { StaffCard } from './StaffCard.tsx'
import { NewsCard, SchoolCard } from './settingCards.tsx'

export function SettingsPage() {
  const { may } = useSchool()
  return (
    <Page title="Ajustes" line="Cada cambio queda en Registro, con quién y cuándo.">
      <div className="columns even">
        <div>
          {may('settings.school') && <NewsCard />}
          <CalendarCard />
        </div>
        <div>
          {may('settings.staff') && <StaffCard />}
          {may('settings.school') && <SchoolCard />}
          {may('settings.school') && <DocumentsCard />}
          {may('settings.school') && <PrivacyCard />}
        </div>
      </div>
    </Page>
  )
}
