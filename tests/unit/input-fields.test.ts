import { expect, test } from 'vitest'
import * as z from '#contract/core/zod.ts'
import { type Field, inputFields, inputWith, isRejectedAt } from '#tests/support/contract-fields.ts'
import { hostileTexts, lowestCpuMs } from '#tests/support/hostile-texts.ts'

// The cases are generated from the contract, so new fields are covered automatically.

const fields = inputFields()
const nameOf = ({ call, path }: Field) => `${call} ${path.join('.')}`
/** Lists each schema once, because many calls share one. */
const distinct = (some: Field[]) => [...new Map(some.map((field) => [field.schema, field])).values()]
const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def
const texts = fields.filter(({ schema }) => defOf(schema).type === 'string')
const numbers = fields.filter(({ schema }) => defOf(schema).type === 'number')

/** Lists the checks of a text schema by name, in the order in which they run. */
function checksOf(schema: z.core.$ZodType): string[] {
  const { checks = [] } = defOf(schema)
  return checks.map((check) => check._zod.def.check)
}

/** Formats whose pattern matches texts of one fixed length. */
const FIXED = new Set(['uuid', 'date'])

test('every text input has a length limit, which is checked before any pattern or rule', () => {
  const unlimited = texts.filter(({ schema }) => {
    const def = defOf(schema)
    if ('format' in def && FIXED.has(String(def.format))) return false
    const checks = checksOf(schema)
    const limit = checks.indexOf('max_length')
    const first = checks.findIndex((check) => check === 'string_format' || check === 'custom')
    return limit < 0 || (first >= 0 && first < limit)
  })
  expect(unlimited.map(nameOf)).toEqual([])
})

test('every field of every call responds to 250 KB of hostile text within 50 ms', () => {
  const slow: string[] = []
  for (const text of hostileTexts()) {
    for (const field of distinct(fields)) {
      const ms = lowestCpuMs(() => z.safeParse(field.schema, text), 50)
      if (ms > 50)
        slow.push(`${nameOf(field)}: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 12))}`)
    }
  }
  expect(slow).toEqual([])
})

const deep = () => {
  let value: unknown = 'end'
  for (let depth = 0; depth < 5000; depth++) value = depth % 2 ? [value] : { a: value }
  return value
}
const SHAPES: unknown[] = [
  { length: { toString: 1 } },
  { length: { valueOf: 1, toString: null } },
  { length: 5 },
  { size: {} },
  { toString: 1, valueOf: 1 },
  { toString: null },
  { constructor: 1 },
  { prototype: {} },
  JSON.parse('{"__proto__": {"length": 1}}'),
  JSON.parse('{"then": 1}'),
  Object.create(null),
  { trim: 1, length: 3, replace: 1 },
  { length: -1 },
  { length: Number.POSITIVE_INFINITY },
  [],
  [[]],
  [null],
  [{}],
  [[[[]]]],
  new Array(20_000).fill(null),
  {},
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
  2 ** 53,
  2 ** 53 + 2,
  5e-324,
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  'x\ud800y',
  '\u202e',
  '\u2028',
  '[object Object]',
  '__proto__',
]

test('no JSON value makes a schema throw, in any field of any call', async () => {
  const thrown: string[] = []
  for (const field of fields) {
    for (const shape of [...SHAPES, deep()]) {
      for (let at = 0; at <= field.path.length; at++) {
        try {
          await z.safeParseAsync(field.input, inputWith(field.path.slice(0, at), shape))
        } catch (error) {
          thrown.push(`${nameOf(field)}: ${error}`)
        }
      }
    }
  }
  expect(thrown).toEqual([])
})

/** Invalid for every numeric field: texts, fractional ids, values that no number can represent. */
const NO_NUMBERS: unknown[] = [
  '5',
  '-5',
  '5abc',
  '1e3',
  ' 5',
  '5 ',
  '0x10',
  '٥',
  '5,5',
  '1_000',
  '',
  'NaN',
  'Infinity',
  '+5',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  null,
  true,
  [],
  {},
  [5],
  { valueOf: 5 },
]
/** Coordinates can be negative. */
const SIGNED = new Set(['latitude', 'longitude'])

test('every numeric field of every call rejects a value that is not an exact number, with an error at the field', () => {
  const taken: string[] = []
  for (const { input, path, ...rest } of numbers) {
    const signed = SIGNED.has(String(path.at(-1)))
    for (const value of [...NO_NUMBERS, ...(signed ? [1000, -1000] : [-5, -1, 1.5, 0.1])]) {
      const { error } = z.safeParse(input, inputWith(path, value))
      const isOpen = isNullable(input, path) && value === null
      if (!isOpen && !(error && isRejectedAt(path, error.issues)))
        taken.push(`${nameOf({ input, path, ...rest })}: ${JSON.stringify(value)}`)
    }
  }
  expect(taken).toEqual([])
})

/** Whether the field accepts null as "none". */
function isNullable(input: z.core.$ZodType, path: Field['path']): boolean {
  const { error } = z.safeParse(input, inputWith(path, null))
  return !error || !isRejectedAt(path, error.issues)
}

/** Amounts are sent as texts. These are not amounts, or have more decimals than money. */
const NO_AMOUNTS: unknown[] = [
  '-5',
  '-0',
  '5abc',
  '1e3',
  ' 5',
  '5 ',
  '0x10',
  '٥',
  '5,5',
  '5.123',
  '.5',
  '5.',
  '+5',
  '1_000',
  'NaN',
  '',
  '123456789',
  '9'.repeat(400),
  '5\n',
  '5\0',
  '５',
  5,
  -5,
  5.5,
  null,
  [],
  {},
]

test('every amount of money rejects a value that is not an exact amount, with an error at the field', () => {
  const amounts = texts.filter(({ path }) => /^(price|amount)$/.test(String(path.at(-1))))
  expect(amounts.length).toBeGreaterThan(3)
  const taken = amounts.flatMap((field) =>
    NO_AMOUNTS.filter((value) => {
      const { error } = z.safeParse(field.input, inputWith(field.path, value))
      return !(error && isRejectedAt(field.path, error.issues))
    }).map((value) => `${nameOf(field)}: ${JSON.stringify(value)}`),
  )
  expect(taken).toEqual([])
})
