import type { Establishment, Student, StudentParent } from '@apoderados/contract/profile'
import { formatPhone } from '@apoderados/contract/values/phone'
import { formatDay, formatRut, MISSING, rutLabel } from '../../shared/text/format.ts'
import { labelOf, parentTypeLabels, yesOrNo } from '../../shared/text/labels.ts'
import { fullName, shownName } from '../../shared/text/names.ts'
import { Avatar } from '../../shared/ui/content/Avatar.tsx'
import { DataGrid, Datum } from '../../shared/ui/content/DataGrid.tsx'
import { Section } from '../../shared/ui/content/Section.tsx'

// spec §2: a row without a value shows a dash, except `Nombre social`, `Género` and `Teléfono`, which are omitted.

export function StudentCard({ student }: { student: Student }) {
  const { enrollment, rut, rut_dv, social_name, gender } = student
  return (
    <Section title="Datos del estudiante" isTitleHiddenOnDesktop={true}>
      {/* On a desktop the photo is beside the list, not in it. */}
      <div className="relative">
        <span className="absolute top-5 left-5 hidden lg:block">
          <Avatar id={student.id} name={shownName(student)} photo={enrollment?.profile_image} size="large" />
        </span>
        <DataGrid>
          <div className="@min-[15rem]:col-span-full lg:flex lg:min-h-15.5 lg:flex-col lg:justify-center lg:pl-19">
            <dt className="text-caption text-text-2">Nombre completo</dt>
            <dd className="mt-0.5 font-medium text-row lg:font-semibold lg:text-h3">{fullName(student)}</dd>
          </div>
          {social_name && (
            <Datum label="Nombre social" width="row">
              {social_name}
            </Datum>
          )}
          <Datum label={rutLabel(rut)}>{formatRut(rut, rut_dv)}</Datum>
          <Datum label="Fecha de nacimiento">{formatDay(student.birthday)}</Datum>
          {gender && (
            <Datum label="Género" width="last">
              {gender}
            </Datum>
          )}
          <Datum label="Curso">{enrollment?.course ?? MISSING}</Datum>
          <Datum label="Año">{enrollment?.year ?? MISSING}</Datum>
        </DataGrid>
      </div>
    </Section>
  )
}

export function EstablishmentCard({ establishment }: { establishment: Establishment | null }) {
  const phone = establishment?.phone
  return (
    <Section title="Establecimiento">
      <DataGrid>
        <Datum label="Establecimiento" width="wide">
          {establishment?.name ?? MISSING}
        </Datum>
        <Datum label="RBD">{establishment?.rbd ?? MISSING}</Datum>
        <Datum label="Dirección" width="wide">
          {establishment?.address ?? MISSING}
        </Datum>
        {phone && (
          <Datum label="Teléfono">
            <a href={`tel:${phone}`} className="py-3 text-accent-text">
              {formatPhone(phone)}
            </a>
          </Datum>
        )}
      </DataGrid>
    </Section>
  )
}

export function GuardianCard({ guardian }: { guardian: StudentParent | null }) {
  return (
    <Section title="Apoderado">
      <DataGrid>
        <Datum label="Tipo de apoderado">
          {guardian ? labelOf(parentTypeLabels, guardian.parent_type) : MISSING}
        </Datum>
        <Datum label="Otro tipo">{guardian?.other_type || MISSING}</Datum>
        <Datum label="Apoderado económico">{guardian ? yesOrNo(guardian.financial_proxy) : MISSING}</Datum>
      </DataGrid>
    </Section>
  )
}
