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

/** The class of a rail in the subject's colour: the same subject has the same one on every page. */
export function railColor(subject: string | null | undefined): string {
  if (!subject) return 'bg-line-control'
  let hash = 0
  for (const character of subject) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return RAILS[COLORS[hash % COLORS.length] as (typeof COLORS)[number]]
}
