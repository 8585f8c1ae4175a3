import type { SubjectAverage } from '@apoderados/contract/grades'
import { useContext } from 'react'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'
import { Concept, Grade, GradedName, ScaleBar } from './Grade.tsx'
import { NewGradesContext } from './newGrades.ts'
import { hasConcept } from './scale.ts'

type Props = { subject: SubjectAverage; isChosen: boolean; onOpen: () => void }

/** A subject with its average in the period. */
export function SubjectRow({ subject, ...props }: Props) {
  const news = useContext(NewGradesContext)
  const row = { ...props, isNew: news.some(({ course_subject_id }) => course_subject_id === subject.id) }
  if (hasConcept(subject)) {
    return (
      <ListRow
        title={subject.subject}
        detail={<span className="subject-scale block text-caption">Se evalúa con concepto </span>}
        end={<Concept value={subject.note_scale_value} />}
        {...row}
      />
    )
  }
  return (
    <ListRow
      title={<GradedName name={subject.subject} value={subject.average} />}
      detail={<ScaleBar value={subject.average} />}
      end={<Grade value={subject.average} />}
      {...row}
    />
  )
}
