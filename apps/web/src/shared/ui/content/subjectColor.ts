const COLORS = ['azul', 'petroleo', 'ciruela', 'cobre', 'rosa', 'pizarra', 'violeta', 'oceano'] as const

const RAILS: Record<(typeof COLORS)[number], string> = {
  azul: 'bg-azul',
  petroleo: 'bg-petroleo',
  ciruela: 'bg-ciruela',
  cobre: 'bg-cobre',
  rosa: 'bg-rosa',
  pizarra: 'bg-pizarra',
  violeta: 'bg-violeta',
  oceano: 'bg-oceano',
}

/** Chosen so that the main subjects of a course differ: any odd number would do. */
const FACTOR = 1053

/** The class of a rail in the subject's colour: the same subject has the same one on every page. */
export function railColor(subject: string | null | undefined): string {
  if (!subject) return 'bg-line-control'
  let hash = 0
  for (const character of subject) hash = (Math.imul(hash, FACTOR) + (character.codePointAt(0) ?? 0)) >>> 0
  return RAILS[COLORS[(hash >>> 16) % COLORS.length] as (typeof COLORS)[number]]
}
