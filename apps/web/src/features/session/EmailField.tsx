import { Field } from '../../shared/ui/forms/Field.tsx'

/** Its type is no `email`: Chrome would turn the ñ of a typed domain into `xn--…`, another address than the school's. */
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
