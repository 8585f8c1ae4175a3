import cliProgress from 'cli-progress'

/** The phases with their relative durations, measured with 50,000 students. */
const PHASES = {
  read: { name: 'leyendo', share: 0.35 },
  check: { name: 'revisando', share: 0.15 },
  compare: { name: 'comparando', share: 0.1 },
  write: { name: 'guardando', share: 0.5 },
}
type Phase = keyof typeof PHASES
export type Progress = ReturnType<typeof createProgress>

/** Formats a duration as '2 min' or '45 s', rounded up so that the import rarely takes longer than shown. */
function formatDuration(seconds: number): string {
  return seconds >= 90 ? `${Math.ceil(seconds / 60)} min` : `${Math.max(1, Math.ceil(seconds / 5) * 5)} s`
}

/** Shows the progress of an import if standard error is a terminal. `phases` are in the order in which they begin. */
export function createProgress(phases: Phase[]) {
  // Without a terminal, the bar's functions do nothing.
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage} % · {phase} · {remaining}',
    hideCursor: true,
    clearOnComplete: true,
  })
  const totalShare = phases.reduce((sum, phase) => sum + PHASES[phase].share, 0)
  const startedAt = performance.now()
  let current: Phase | undefined
  let completedShare = 0
  bar.start(100, 0, { phase: 'abriendo', remaining: '' })

  function draw(done: number): void {
    if (!current) return
    const seconds = (performance.now() - startedAt) / 1000
    // Shows no estimate at the beginning, when it would be wrong.
    const remaining =
      done > 0.03 && seconds > 2 ? `quedan unos ${formatDuration((seconds / done) * (1 - done))}` : ''
    bar.update(Math.floor(done * 100), { phase: PHASES[current].name, remaining })
  }
  return {
    /** Begins a phase. The returned function reports how many of its steps are done; by default, one more. */
    begin(phase: Phase, steps: number) {
      if (current) completedShare += PHASES[current].share / totalShare
      current = phase
      draw(completedShare)
      const share = PHASES[phase].share / totalShare
      let done = 0
      return (reached = done + 1) => {
        done = reached
        draw(completedShare + Math.min(done / Math.max(1, steps), 1) * share)
      }
    },
    stop: () => bar.stop(),
  }
}
