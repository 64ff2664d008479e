/** Checks whether 'MM/YY', 'MM/YYYY' or 'MMYY' is a month that has not ended. */
export function isExpiration(text: string, now: Date): boolean {
  const digits = text.trim().replace(/^(\d{2})(\d{2})$/, '$1/$2')
  const [, month, year = ''] = /^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/.exec(digits) ?? []
  if (!month) return false
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  const months = fullYear * 12 + Number(month) - 1
  return months >= now.getFullYear() * 12 + now.getMonth()
}
