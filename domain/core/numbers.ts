import type { Language } from '#contract/core/locale.ts'

/** Why a typed text is not accepted as a number: the key of its message (`common:number.<fault>`). */
type NumberError = 'negative' | 'not_a_number' | 'whole' | 'decimals' | 'separators' | 'too_large'

export interface NumberFormat {
  /** Digits allowed after the decimal separator; 0: whole numbers only. */
  decimals: 0 | 2
  language: Language
}

/** `value` is the number in wire notation: ASCII digits, at most one '.', no leading zeros; '' for an empty text. */
type ReadNumber = { value: string; fault: null } | { value: null; fault: NumberError }

/** More digits than this do not fit a number without rounding. */
const DIGITS_MAX = 15
/** Minus signs that users and keyboards produce. */
const MINUS = /^[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/
/** Spaces used as thousands separators. */
const SPACE = /[ \u00a0\u2007\u2009\u202f]/g
const OTHER_SIGNS = /[^0-9., ]/

/** '1234', '1 234', '12.5', '12,5', '12.', '.5' */
const SPACED = /^(\d+|\d{1,3}(?: \d{3})+)?(?:([.,])(\d*))?$/
/** '1,234', '1,234,567.50' */
const COMMA_GROUPS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:(\.)(\d*))?$/
/** '1.234,50', '1.234.567' */
const POINT_GROUPS = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:(,)(\d*))?$/
/** One comma with three digits behind it: thousands in English, a decimal separator in French. */
const ONE_COMMA = /^[1-9]\d{0,2},\d{3}$/

/**
 * Reads a number as a user types or pastes it. Never guesses: ambiguous text is an error, and the caller keeps the
 * text.
 */
export function readNumber(text: string, { decimals, language }: NumberFormat): ReadNumber {
  const plain = text.replace(SPACE, ' ').trim()
  if (plain === '') return { value: '', fault: null }
  if (MINUS.test(plain)) return fault('negative')
  if (OTHER_SIGNS.test(plain)) return fault('not_a_number')
  if (language === 'fr' && ONE_COMMA.test(plain)) return fault('separators')
  const match = SPACED.exec(plain)
  // Grouped numbers are tried first: '1,234' and '12,345.6' match, '12,5' does not.
  const [, whole = '', separator, fraction = ''] =
    (match && !COMMA_GROUPS.test(plain) ? match : null) ??
    COMMA_GROUPS.exec(plain) ??
    (isPointGrouped(plain) ? POINT_GROUPS.exec(plain) : null) ??
    []
  if (whole === '' && fraction === '') return fault('separators')
  if (separator !== undefined && decimals === 0) return fault('whole')
  if (fraction.length > decimals) return fault('decimals')
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  if (digits.length > DIGITS_MAX) return fault('too_large')
  return { value: fraction === '' ? digits : `${digits}.${fraction}`, fault: null }
}

/** A whole number in wire notation as a number: undefined for an empty text, NaN for anything else, '1e3' and '0x10' included. */
export function wholeNumber(text: string): number | undefined {
  const plain = text.trim()
  if (plain === '') return undefined
  return /^\d{1,15}$/.test(plain) ? Number(plain) : Number.NaN
}

/** Parses a page number or an ID of a URL: a whole number from 1; null for anything else. */
export function positiveInteger(text: string | undefined): number | null {
  const number = wholeNumber(text ?? '') ?? 0
  return number > 0 ? number : null
}

/** '1.234' alone has three decimals; two groups, or a comma behind them, make it thousands. */
const isPointGrouped = (text: string) => !/^\d+\.\d*$/.test(text)

const fault = (code: NumberError): ReadNumber => ({ value: null, fault: code })
