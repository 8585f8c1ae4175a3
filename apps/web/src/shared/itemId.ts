/** An item of a list. Titles may repeat, and a refresh replaces the objects, so only its id identifies an item. */
export type Item = { id: number } | { enrollment_id: number }

export const itemId = (item: Item): number => ('id' in item ? item.id : item.enrollment_id)
