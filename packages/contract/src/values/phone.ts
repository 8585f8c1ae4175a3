/** '+56912345678' → '+56 9 1234 5678', '+56712000001' → '+56 71 200 0001'; other numbers are unchanged. */
export const formatPhone = (phone: string): string =>
  phone
    .replace(/^\+56([29])(\d{4})(\d{4})$/, '+56 $1 $2 $3')
    .replace(/^\+56([3-7]\d)(\d{3})(\d{4})$/, '+56 $1 $2 $3')
