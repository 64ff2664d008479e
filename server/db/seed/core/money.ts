/** Cents as the decimal text of the database: 12995 is '129.95'. */
export function moneyText(cents: number): string {
  return (cents / 100).toFixed(2)
}
