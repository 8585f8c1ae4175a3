import type { Profile } from '@apoderados/contract/profile'
import { formatInstant, formatPhone, formatRut, MISSING, rutLabel } from '../../shared/text/format.ts'
import { fullName } from '../../shared/text/names.ts'
import { Fact, Facts } from '../../shared/ui/content/Facts.tsx'

/** The data of the parent's account. `last_login_at` is the sign-in before the latest one on any device. */
export function AccountFacts({ profile }: { profile: Profile }) {
  const { rut, rut_dv, email, phone, permission, last_login_at } = profile
  return (
    <>
      <Facts>
        <Fact label="Nombre">{fullName(profile) || MISSING}</Fact>
        <Fact label={rutLabel(rut)}>{formatRut(rut, rut_dv)}</Fact>
        <Fact label="Correo electrónico">{email || MISSING}</Fact>
        <Fact label="Teléfono">{phone ? formatPhone(phone) : MISSING}</Fact>
        <Fact label="Rol">{permission || MISSING}</Fact>
        <Fact label="Último ingreso">
          {last_login_at ? formatInstant(last_login_at) : 'Este es tu primer ingreso'}
        </Fact>
      </Facts>
      <p className="mt-3 text-small text-text-2">Si algo no es correcto, pide a tu colegio que lo corrija.</p>
    </>
  )
}
