import { Field } from '../../shared/ui/forms/Field.tsx'

/** Its type is not `email`, as Chrome would convert a domain with ñ to `xn--…`, which is not the school's address. */
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
