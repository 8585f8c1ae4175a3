/** The names of the usual concepts of Religión and Orientación. Those of a school's own scale are shown unchanged. */
const NAMES = new Map([
  ['MB', 'Muy bueno'],
  ['B', 'Bueno'],
  ['S', 'Suficiente'],
  ['I', 'Insuficiente'],
])

/** 'MB' → 'MB · Muy bueno'. */
export function conceptLabel(concept: string): string {
  const name = NAMES.get(concept)
  return name ? `${concept} · ${name}` : concept
}
