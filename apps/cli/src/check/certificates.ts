const MS_PER_DAY = 86_400_000

/**
 * The days for which a certificate must still be valid. certbot renews it 30 days before it expires: if fewer than 21
 * days are left, the renewal has failed for nine days.
 */
export const CERTIFICATE_DAYS_MIN = 21

export const daysUntil = (moment: Date): number => Math.floor((moment.getTime() - Date.now()) / MS_PER_DAY)
