import { Field } from '../../shared/ui/forms/Field.tsx'

/**
 * Its type is not `email`: Chrome would make a domain with ñ `xn--…`, which is not the address that the school has.
 * With `webauthn`, a browser also offers in it the passkeys that the sign-in page asks for.
 */
export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Correo electrónico"
      inputMode="email"
      name="email"
      error={error}
      autoComplete="email webauthn"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
