const MS_PER_SECOND = 1_000
const SECONDS_PER_MINUTE = 60

/** Formats milliseconds as '8 s' or '3 min 05 s'. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / MS_PER_SECOND)
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE)
  const rest = seconds % SECONDS_PER_MINUTE
  return minutes === 0 ? `${rest} s` : `${minutes} min ${String(rest).padStart(2, '0')} s`
}
