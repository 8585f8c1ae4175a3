const MS_PER_DAY = 86_400_000

/** certbot renews at 30 days, so below this limit it has failed for nine days. */
export const CERTIFICATE_DAYS_MIN = 21

export const daysUntil = (moment: Date): number => Math.floor((moment.getTime() - Date.now()) / MS_PER_DAY)
