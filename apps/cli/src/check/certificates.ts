const MS_PER_DAY = 86_400_000

/** certbot renews a certificate 30 days before its end: with fewer days left than this, it has failed for nine days. */
export const CERTIFICATE_DAYS_MIN = 21

export const daysUntil = (moment: Date): number => Math.floor((moment.getTime() - Date.now()) / MS_PER_DAY)
