import type { Classmate } from '@apoderados/contract/classmates'
import { Section } from '../../shared/ui/content/Section.tsx'

const isShared = ({ parents }: Classmate) =>
  parents.some(({ phone, email }) => phone !== null || email !== null)

/** The desktop's panel while no classmate is open: how many families share a contact, and that each parent decides. */
export function SharedContacts({ classmates }: { classmates: readonly Classmate[] }) {
  return (
    <Section title="Contactos del curso">
      <div className="grid gap-2 p-5">
        <p className="text-body leading-body">
          {classmates.filter(isShared).length} de {classmates.length} familias comparten un teléfono o un
          correo.
        </p>
        <p className="text-small text-text-2 leading-body">
          Cada apoderado decide si comparte el suyo. Para cambiar lo que compartes tú, habla con el colegio.
        </p>
      </div>
    </Section>
  )
}
