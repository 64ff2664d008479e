import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NumberFormat, positiveInteger, readNumber, wholeNumber } from './numbers.ts'

const read = (text: string, decimals: 0 | 2, language: 'en' | 'fr' = 'en') => {
  const { value, fault } = readNumber(text, { decimals, language })
  return value ?? fault
}

describe('a typed number', () => {
  it('is taken as it is, with spaces around it and zeros before it', () => {
    expect(read('84210', 0)).toBe('84210')
    expect(read(' 048210 ', 0)).toBe('48210')
    expect(read('0', 0)).toBe('0')
    expect(read('000', 0)).toBe('0')
    expect(read('', 0)).toBe('')
    expect(read('12.50', 2)).toBe('12.50')
    expect(read('.5', 2)).toBe('0.5')
    expect(read('12.', 2)).toBe('12')
  })

  it.each([
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['1e3', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['+5', 'not_a_number'],
    ['١٢', 'not_a_number'],
    ['\uff11\uff12', 'not_a_number'],
    ['84,210 mi', 'not_a_number'],
    ['$129.95', 'not_a_number'],
    ['(5)', 'not_a_number'],
    ['5-', 'not_a_number'],
    ['NaN', 'not_a_number'],
    ['Infinity', 'not_a_number'],
    ['1\n2', 'not_a_number'],
    ['1.2.3', 'separators'],
    ['5,5,5', 'separators'],
    ['12 34', 'separators'],
    ['1,23,456', 'separators'],
    ['0,500', 'whole'],
    ['12.9', 'whole'],
    ['12.0', 'whole'],
    ['12,5', 'whole'],
    ['1234567890123456', 'too_large'],
  ])('%s is refused as a whole number (%s)', (text, fault) => {
    expect(read(text, 0)).toBe(fault)
  })

  it.each([
    ['9.999', 'decimals'],
    ['1.234', 'decimals'],
    ['0,500', 'decimals'],
    ['1,2,3', 'separators'],
    ['1.2.3', 'separators'],
    ['-0.5', 'negative'],
    ['.', 'separators'],
    [',', 'separators'],
    ['12,50 $', 'not_a_number'],
  ])('%s is refused as an amount (%s)', (text, fault) => {
    expect(read(text, 2)).toBe(fault)
  })

  it('takes the decimal comma and the thousands that can only mean one number', () => {
    for (const language of ['en', 'fr'] as const) {
      expect(read('12,5', 2, language)).toBe('12.5')
      expect(read('12,50', 2, language)).toBe('12.50')
      expect(read('1,234.50', 2, language)).toBe('1234.50')
      expect(read('1.234,50', 2, language)).toBe('1234.50')
      expect(read('1 234,50', 2, language)).toBe('1234.50')
      expect(read('1 234', 0, language)).toBe('1234')
      expect(read('1,234,567', 0, language)).toBe('1234567')
    }
  })

  it('one comma before three digits is thousands in English and refused in French', () => {
    expect(read('84,210', 0, 'en')).toBe('84210')
    expect(read('1,234', 2, 'en')).toBe('1234')
    expect(read('84,210', 0, 'fr')).toBe('separators')
    expect(read('1,234', 2, 'fr')).toBe('separators')
  })
})

const FORMATS: NumberFormat[] = [
  { decimals: 0, language: 'en' },
  { decimals: 0, language: 'fr' },
  { decimals: 2, language: 'en' },
  { decimals: 2, language: 'fr' },
]
const anyFormat = fc.constantFrom(...FORMATS)
const numberLike = fc.string({
  unit: fc.constantFrom(...'0123456789.,.,  -+eExX\u00a0\u202f٣$'.split('')),
  maxLength: 14,
})

describe('of any text', () => {
  it('a number that is taken has the digits of the text, in order, and nothing else was in it', () => {
    fc.assert(
      fc.property(fc.oneof(numberLike, fc.string()), anyFormat, (text, format) => {
        const { value } = readNumber(text, format)
        if (value === null || value === '') return value === null || text.trim() === ''
        const digits = (part: string) => part.replace(/\D/g, '').replace(/^0+/, '')
        return (
          digits(value) === digits(text) &&
          !/[^0-9.,\s]/.test(text) &&
          /^(0|[1-9]\d*)(\.\d{1,2})?$/.test(value) &&
          (format.decimals > 0 || !value.includes('.'))
        )
      }),
      { numRuns: 20_000 },
    )
  })

  it('what was taken is read as the same number again, in every language', () => {
    fc.assert(
      fc.property(numberLike, anyFormat, (text, format) => {
        const { value } = readNumber(text, format)
        if (!value || (format.decimals === 2 && /\.\d{3}/.test(value))) return true
        return FORMATS.filter(({ decimals }) => decimals === format.decimals).every(
          (other) => readNumber(value, other).value === value,
        )
      }),
      { numRuns: 5_000 },
    )
  })

  it('an amount is read back as it was, however a person groups it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const fraction = String(cents).padStart(2, '0')
          const grouped = (by: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, by)
          const expected = `${whole}.${fraction}`
          for (const language of ['en', 'fr'] as const)
            for (const text of [
              expected,
              `${whole},${fraction}`,
              `${grouped(' ')},${fraction}`,
              `${grouped('\u202f')},${fraction}`,
              `${grouped(',')}.${fraction}`,
              `${grouped('.')},${fraction}`,
            ])
              expect(readNumber(text, { decimals: 2, language })).toEqual({ value: expected, fault: null })
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('only digits become a whole number', () => {
    fc.assert(
      fc.property(fc.oneof(numberLike, fc.string()), (text) => {
        const value = wholeNumber(text)
        if (value === undefined) return text.trim() === ''
        return Number.isNaN(value)
          ? !/^\d{1,15}$/.test(text.trim())
          : String(value) === text.trim().replace(/^0+(?=\d)/, '')
      }),
      { numRuns: 10_000 },
    )
    expect(wholeNumber('1e3')).toBeNaN()
    expect(wholeNumber('0x10')).toBeNaN()
    expect(wholeNumber('-5')).toBeNaN()
  })

  it('only a whole number from 1 is a positive integer', () => {
    expect(['1', ' 25 ', '007'].map(positiveInteger)).toEqual([1, 25, 7])
    for (const text of [undefined, '', '0', '-2', '1.5', '1e3', '0x10', 'x', '9'.repeat(16)])
      expect(positiveInteger(text), text).toBeNull()
  })
})
