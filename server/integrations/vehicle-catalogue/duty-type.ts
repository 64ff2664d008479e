/** Gross vehicle weight class from which a truck counts as medium or heavy duty. */
const MEDIUM_DUTY = 3

/** The vehicle type that a weight class means; unknown ones are light. */
export const dutyTypeOf = (weightClass: number | null): 'light' | 'medium_heavy' =>
  (weightClass ?? 0) >= MEDIUM_DUTY ? 'medium_heavy' : 'light'
