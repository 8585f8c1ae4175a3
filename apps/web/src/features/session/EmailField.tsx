import { Field } from '../../shared/ui/forms/Field.tsx'

/**
 * The input's type is not `email`, for which Chrome would convert a domain with ñ to `xn--…`: that is not the address
 * that the school has.
 */
export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Correo electrónico"
      inputMode="email"
      name="email"
      error={error}
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
