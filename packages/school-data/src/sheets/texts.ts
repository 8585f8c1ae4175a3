/** Formats a day `YYYY-MM-DD` as a Chilean school writes it: 31-03-2026. */
export const chileanDay = (day: string): string => `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`

/** Formats a grade in tenths: 54 is '5,4'. */
export const gradeText = (tenths: number): string => `${Math.floor(tenths / 10)},${tenths % 10}`

export const yesNo = (isTrue: boolean): string => (isTrue ? 'si' : 'no')
