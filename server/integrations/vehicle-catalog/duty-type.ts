/** Gross vehicle weight class from which a truck counts as medium or heavy duty. */
const MEDIUM_DUTY = 3

/** Returns the vehicle type of a weight class; unknown ones are light. */
export const dutyTypeOf = (weightClass: number | null): 'light' | 'medium_heavy' =>
  (weightClass ?? 0) >= MEDIUM_DUTY ? 'medium_heavy' : 'light'
