import type { Classmate } from '@apoderados/contract/classmates'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { ListRow } from '../../shared/ui/content/ListRow.tsx'

type Props = { classmate: Classmate; isChosen: boolean; onOpen: () => void }

export function ClassmateRow({ classmate, isChosen, onOpen }: Props) {
  const { student, list_number, enrollment_id, profile_image } = classmate
  return (
    <ListRow
      start={
        <span className="my-1.5 flex items-center gap-3">
          <span className="list-number">N° {list_number}</span>{' '}
          <Avatar
            id={enrollment_id}
            name={`${firstName(student.name)} ${student.last_name}`}
            photo={profile_image}
          />
        </span>
      }
      title={fullName(student)}
      isChosen={isChosen}
      onOpen={onOpen}
    />
  )
}
