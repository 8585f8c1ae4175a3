import { Field } from '../../shared/ui/Field.tsx'

export function EmailField({ error }: { error: string | undefined }) {
  return (
    <Field
      label="Correo electrónico"
      type="email"
      name="email"
      error={error}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
