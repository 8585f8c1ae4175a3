import cliProgress from 'cli-progress'

/** How far the import is; silent where nobody watches. */
export type Progress = {
  /** Begins the next phase, of that many steps; what it returns is told how many are behind, or of one more. */
  begin(phase: keyof typeof PHASES, steps: number): (behind?: number) => void
  stop(): void
}

/** Share of the whole time that each phase took for 50,000 students; a wrong guess is mended as the time goes by. */
const PHASES = {
  read: { name: 'leyendo', share: 0.35 },
  check: { name: 'revisando', share: 0.15 },
  compare: { name: 'comparando', share: 0.1 },
  write: { name: 'guardando', share: 0.5 },
}

/** '2 min', '45 s': rounded up, as nobody minds an import that ends early. */
function duration(seconds: number): string {
  return seconds >= 90 ? `${Math.ceil(seconds / 60)} min` : `${Math.max(1, Math.ceil(seconds / 5) * 5)} s`
}

/** `phases` in the order in which they will begin. */
export function createProgress(phases: (keyof typeof PHASES)[], isWatched = process.stderr.isTTY): Progress {
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage} % · {phase} · {remaining}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: false,
  })
  const whole = phases.reduce((sum, phase) => sum + PHASES[phase].share, 0)
  const startedAt = performance.now()
  let current: keyof typeof PHASES | undefined
  let before = 0
  if (isWatched) bar.start(100, 0, { phase: 'abriendo', remaining: '' })

  function draw(done: number): void {
    if (!isWatched || !current) return
    const seconds = (performance.now() - startedAt) / 1000
    // Too early to tell: no number is better than a wrong one.
    const remaining =
      done > 0.03 && seconds > 2 ? `quedan unos ${duration((seconds / done) * (1 - done))}` : ''
    bar.update(Math.floor(done * 100), { phase: PHASES[current].name, remaining })
  }
  return {
    begin(phase, steps) {
      if (current) before += PHASES[current].share / whole
      current = phase
      draw(before)
      const share = PHASES[phase].share / whole
      let behind = 0
      return (reached = behind + 1) => {
        behind = reached
        draw(before + Math.min(behind / Math.max(1, steps), 1) * share)
      }
    },
    stop: () => void (isWatched && bar.stop()),
  }
}
