import type { InboxExcuse } from '@apoderados/contract/office/excuses'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../../shared/queries.ts'
import { useSchool } from '../../shared/school.ts'
import { Empty, QueryContent } from '../../shared/ui/notices.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { ExcuseFacts } from './ExcuseFacts.tsx'

type Props = {
  /** Undefined while none is open, and for a role that may not read the text. */
  id: number | undefined
  listed: InboxExcuse | undefined
  savedTexts: string[]
  onClose: () => void
  onNext: () => void
}

/** The open justification, with the form of its decision. */
export function ExcuseDetail({ id, listed, savedTexts, onClose, onNext }: Props) {
  const { id: school_id } = useSchool()
  const query = useQuery({
    ...officeQuery('getExcuse', { school_id, excuse_id: id ?? 0 }),
    enabled: id !== undefined,
    placeholderData: undefined,
  })
  return (
    <section className="card split-detail" aria-label="Justificación">
      <Button variant="subtle" className="split-back" onClick={onClose}>
        Volver a la lista
      </Button>
      {id === undefined ? (
        listed ? (
          <Empty>Su rol ve el estado de una justificación, no su texto.</Empty>
        ) : (
          <Empty>Elija una justificación de la lista.</Empty>
        )
      ) : (
        <QueryContent query={query}>
          {(excuse) => (
            <>
              <ExcuseFacts excuse={excuse} />
              <DecisionForm excuse={excuse} savedTexts={savedTexts} onNext={onNext} />
            </>
          )}
        </QueryContent>
      )}
    </section>
  )
}
