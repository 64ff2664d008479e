/**
 * Digits in groups, as users type card numbers: '4111 1111 1111 1111', '4111-1111…'. Not inside a word or a decimal.
 */
const DIGIT_GROUPS = /(?<![\p{L}\d.])\d+(?:[ \u00a0\u202f-]\d+)*(?![\p{L}\d])/gu

/** Phone numbers of North America, '614 555 0100' or '1-614-555-0100': two in a row can look like a card number. */
const PHONE = /(?<!\d)(?:1[ \u00a0\u202f-])?[2-9]\d{2}[ \u00a0\u202f-][2-9]\d{2}[ \u00a0\u202f-]\d{4}(?!\d)/g

/**
 * Prefixes and lengths of card networks' numbers. IMEIs, times in milliseconds and most other long numbers have other
 * prefixes.
 */
const NETWORKS: readonly { begins: RegExp; digits: readonly [min: number, max: number] }[] = [
  // Visa. Only old cards have 13 digits, and they are not written in groups.
  { begins: /^4/, digits: [13, 13] },
  { begins: /^4/, digits: [16, 19] },
  // Mastercard
  { begins: /^(5[1-5]|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/, digits: [16, 16] },
  // American Express
  { begins: /^3[47]/, digits: [15, 15] },
  // Diners Club
  { begins: /^3(0[0-5]|09|[689])/, digits: [14, 19] },
  // JCB
  { begins: /^35(2[89]|[3-8]\d)/, digits: [16, 19] },
  // Discover, UnionPay, Maestro
  { begins: /^(50|5[6-8]|6)/, digits: [13, 19] },
]
const DIGITS_MAX = 19

/**
 * Returns whether a text may contain a payment card number: digits with the prefix and length of a card network that
 * pass the Luhn check. Every free-text field rejects such a text, so that no card number reaches the server (PAY-029).
 */
export function hasCardNumber(text: string): boolean {
  return (text.replaceAll(PHONE, ' / ').match(DIGIT_GROUPS) ?? []).some((run) => {
    const groups = run.split(/[^\d]/)
    return groups.some((_, first) => {
      // No card number has more groups than digits.
      const following = groups.slice(first, first + DIGITS_MAX)
      return following.some((_group, last) => isCardNumber(following.slice(0, last + 1)))
    })
  })
}

function isCardNumber(groups: readonly string[]): boolean {
  const digits = groups.join('')
  const isOfNetwork = NETWORKS.some(
    ({ begins, digits: [min, max] }) => digits.length >= min && digits.length <= max && begins.test(digits),
  )
  const isGrouped = groups.length > 1
  return isOfNetwork && !(isGrouped && digits.length === 13) && passesLuhn(digits)
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
