const MS_PER_DAY = 86_400_000

/** certbot renews at 30: it has failed for nine days by then. */
export const CERTIFICATE_DAYS_LEAST = 21

export const daysUntil = (moment: Date): number => Math.floor((moment.getTime() - Date.now()) / MS_PER_DAY)
