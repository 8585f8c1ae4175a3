import { Field } from '../../shared/ui/forms/Field.tsx'

type Props = {
  error: string | undefined
  /** With `webauthn`, browsers also offer passkeys in the field. */
  autoComplete?: 'email' | 'email webauthn'
}

/** Its type is not `email`: Chrome would make a domain with ñ `xn--…`, which is not the address that the school has. */
export function EmailField({ error, autoComplete = 'email' }: Props) {
  return (
    <Field
      label="Correo electrónico"
      inputMode="email"
      name="email"
      error={error}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
