/** Inserts thousands separators: '10000' becomes '10,000'. */
export function groupThousands(whole: number, separator: string): string {
  const digits = String(whole)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(separator)
}
