import type { Classmate } from '@apoderados/contract/classmates'
import type { ReactNode } from 'react'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { ParentContact } from './ParentContact.tsx'
import './classmates.css'

type Props = { classmate: Classmate | undefined; idle: ReactNode; onClose: () => void }

export function ClassmateDetail({ classmate, idle, onClose }: Props) {
  return (
    <Detail item={classmate} onClose={onClose} idle={idle}>
      {({ student, list_number, enrollment_id, profile_image, parents }) => ({
        title: fullName(student),
        subtitle: `N° de lista ${list_number}`,
        children: (
          <>
            <div className="mb-5 grid justify-items-center">
              <Avatar
                id={enrollment_id}
                name={`${firstName(student.name)} ${student.last_name}`}
                photo={profile_image}
                size="hero"
              />
            </div>
            <h3 className="mb-2 font-semibold text-row">Apoderados</h3>
            {parents.length === 0 && <p className="text-body text-text-2">Sin Elementos.</p>}
            <ul>
              {parents.map((parent) => (
                <ParentContact key={parent.id} parent={parent} />
              ))}
            </ul>
          </>
        ),
      })}
    </Detail>
  )
}
