const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=search])'

/** Whether a field has a value that a reload would lose; values from a password manager count too. */
export const hasUnsavedInput = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>(FIELDS)).some(
    (field) => !field.readOnly && field.value !== '',
  )
