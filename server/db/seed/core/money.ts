/** Formats cents as decimal text for the database: 12995 is '129.95'. */
export function moneyText(cents: number): string {
  return (cents / 100).toFixed(2)
}
