const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=search])'

/** Whether a field holds something that a reload would lose; what a password manager filled in counts too. */
export const hasTyped = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>(FIELDS)).some(
    (field) => !field.readOnly && field.value !== '',
  )
