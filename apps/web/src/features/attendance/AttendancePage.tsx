import type { Student } from '@apoderados/contract/profile'
import { isSettled, useOpenItem } from '../../shared/addressState.ts'
import { useApi } from '../../shared/api/useApi.ts'
import { Section } from '../../shared/ui/content/Section.tsx'
import { DataPage } from '../../shared/ui/page/DataPage.tsx'
import { ArrearDetail } from './ArrearDetail.tsx'
import { ArrearRow } from './ArrearRow.tsx'
import { AttendanceFigure } from './AttendanceFigure.tsx'
import { AttendanceSkeleton } from './AttendanceSkeleton.tsx'

/** spec §2, asistencia: the percentage, and the late arrivals by date. */
export function AttendancePage({ student }: { student: Student }) {
  const attendance = useApi('getArrears', { student_id: student.id })
  // spec §8: a failed load is empty
  const { arrears = [], attendance_percentage = null } = attendance.data ?? {}
  const opened = useOpenItem('atraso', arrears, isSettled(attendance))
  return (
    <DataPage title="Asistencia" query={attendance} skeleton={<AttendanceSkeleton />}>
      <div className="beside">
        <div className="grid min-w-0 gap-5">
          <AttendanceFigure percentage={attendance_percentage} isKnown={!attendance.isLoadingError} />
          <Section title="Atrasos" aside={arrears.length > 0 && `${arrears.length} este año`}>
            {arrears.length === 0 && <p className="px-4 py-4 text-body text-text-2">Sin Elementos.</p>}
            <ul>
              {arrears.map((arrear) => (
                <ArrearRow
                  key={arrear.id}
                  arrear={arrear}
                  isChosen={arrear === opened.item}
                  onOpen={() => opened.open(arrear.id)}
                />
              ))}
            </ul>
          </Section>
        </div>
        <ArrearDetail arrear={opened.item} onClose={opened.close} />
      </div>
    </DataPage>
  )
}
