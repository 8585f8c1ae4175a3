/** What a list holds. Two may bear one title, and a refresh brings the same one as a new object. */
export type Item = { id: number } | { enrollment_id: number }

export const keyOf = (item: Item): number => ('id' in item ? item.id : item.enrollment_id)
