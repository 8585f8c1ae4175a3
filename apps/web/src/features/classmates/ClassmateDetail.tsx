import type { Classmate } from '@apoderados/contract/classmates'
import { firstName, fullName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { Detail } from '../../shared/ui/content/Detail.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'
import { ParentContact } from './ParentContact.tsx'

type Props = { classmate: Classmate | undefined; all: readonly Classmate[]; onClose: () => void }

/** The open classmate's photo and parents. While none is open, the desktop's panel shows `SharedContacts`. */
export function ClassmateDetail({ classmate, all, onClose }: Props) {
  const idle = all.length > 0 && <SharedContacts classmates={all} />
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

const sharesContact = ({ parents }: Classmate) =>
  parents.some(({ phone, email }) => phone !== null || email !== null)

/** States how many families of the course share a contact, and that each parent decides about their own. */
function SharedContacts({ classmates }: { classmates: readonly Classmate[] }) {
  return (
    <Section title="Contactos del curso">
      <div className="grid gap-2 p-5">
        <p className="text-body leading-body">
          {`${classmates.filter(sharesContact).length} de ${classmates.length} familias comparten un teléfono o un correo.`}
        </p>
        <p className="text-small text-text-2 leading-body">
          Cada apoderado decide si comparte el suyo. Para cambiar lo que compartes tú, habla con el colegio.
        </p>
      </div>
    </Section>
  )
}
