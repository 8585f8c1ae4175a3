import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { IssueDialog } from './IssueDialog.tsx'

/** Issues a document to one student; absent where the school issues none. */
export function IssueButton({ student_id }: { student_id: number }) {
  const { id: school_id } = useSchool()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(officeQuery('listIssuedDocuments', { school_id, student_id }))
  if (!data || data.kinds.length === 0) return null
  return (
    <>
      <Button variant="subtle" onClick={() => setIsOpen(true)}>
        Emitir documento
      </Button>
      {isOpen && (
        <IssueDialog
          kinds={data.kinds}
          student_id={student_id}
          onIssued={(ver) =>
            void navigate({
              to: '/colegios/$schoolId/documentos',
              params: { schoolId: String(school_id) },
              search: { ver },
            })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
