import { Field } from '../../shared/ui/forms/Field.tsx'

/** The type is not `email`: Chrome would convert a domain with ñ to `xn--…`, which is not the address at the school. */
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
