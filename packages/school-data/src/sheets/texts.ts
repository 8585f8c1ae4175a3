/** A `YYYY-MM-DD` day as a Chilean school writes it: 31-03-2026. */
export const chilean = (day: string): string => `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`

/** 54 is '5,4'. */
export const decimal = (tenths: number): string => `${Math.floor(tenths / 10)},${tenths % 10}`

export const yesNo = (isTrue: boolean): string => (isTrue ? 'si' : 'no')
