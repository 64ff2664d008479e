import fc from 'fast-check'
import type { Schema } from './operations.ts'

/** A value too long to print or store: `{ repeat: 'a', times: 250000 }`. */
export interface Huge {
  repeat: string
  times: number
}
export const isHuge = (value: unknown): value is Huge =>
  typeof value === 'object' && value !== null && 'repeat' in value && 'times' in value

/** Expands the descriptions of long strings. */
export function expanded(value: unknown): unknown {
  if (isHuge(value)) return value.repeat.repeat(value.times)
  if (Array.isArray(value)) return value.map(expanded)
  if (typeof value !== 'object' || value === null) return value
  const made = {}
  // Uses defineProperty, because an assignment to `__proto__` would set the prototype.
  for (const [key, child] of Object.entries(value))
    Object.defineProperty(made, key, { value: expanded(child), enumerable: true })
  return made
}

/** Texts that attack a database, page, file, shell, spreadsheet or header, or that only look valid. */
const HOSTILE_TEXTS = [
  "' or 1=1; drop table users; --",
  '"; select pg_sleep(5); --',
  "\\'; select 1",
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '../../etc/passwd',
  '..\\..\\windows',
  '/dev/null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066gpj.exe',
  '\ufeff',
  '\uffff',
  '\u200b',
  '\r\nx-injected: 1',
  'e\u0301'.repeat(60),
  '',
  ' ',
  '\t',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  'true',
  '[object Object]',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '-1',
  '-0',
  '0',
  '00',
  '0x10',
  '1e3',
  '1e400',
  '1.5',
  ' 7 ',
  '+7',
  '7,5',
  '٣',
  '999999999999',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '9'.repeat(40),
  '99999999.99',
  '-1.00',
  '0.001',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'not-a-uuid',
  '2024-02-30',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2026-1-1',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T24:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T00:00:00.123456789Z',
  '1970-01-01T00:00:00Z',
  '294277-01-01T00:00:00Z',
  'data:text/html;base64,PHA+',
  'data:,',
  'data:text/csv;base64,====',
  'javascript:alert(1)',
  'https://evil.example',
  'a@b',
  'a@b.c',
  '"a b"@example.com',
  'a@xn--p1ai',
  '🚚'.repeat(20),
  'É'.repeat(300),
]
const HUGE_SIGNS = [
  'a',
  '.',
  '@',
  ' ',
  '0',
  '9',
  '-',
  'é',
  ',',
  '/',
  '[',
  '"',
  '\u0000',
  '\ud83d\ude9a',
  'a.',
  '0.',
  ' a',
]
export const HUGE: fc.Arbitrary<Huge> = fc
  .tuple(fc.constantFrom(...HUGE_SIGNS), fc.constantFrom(256, 4097, 65_537, 240_000))
  .map(([repeat, length]) => ({ repeat, times: Math.ceil(length / Math.max(repeat.length, 1) / 3) }))

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.005,
  -5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e300,
]
const IDS = [0, -1, 1, 2 ** 31, 999_999_999_999, 999_999_999_999_999, 2 ** 53 - 1, 1.5]

function nested(depth: number, asList: boolean): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = asList ? [value] : { a: value }
  return value
}
/** Objects that imitate other types. */
const LOOKALIKES = [
  { length: 1, toString: 1 },
  { length: { toString: 1 } },
  { toString: null, valueOf: null },
  JSON.parse('{"toJSON":1,"then":1}'),
  { length: 1e9 },
  { $gt: '' },
  { size: 1, type: 'application/pdf', name: 'x.pdf' },
  { hasOwnProperty: 1, constructor: { name: 1 } },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"isAdmin":true}}}'),
  nested(15, true),
  nested(25, false),
  nested(900, true),
  Array(1500).fill(1),
  Array(1500).fill({}),
  [],
  {},
  [null],
  [[]],
  [{}],
  null,
  true,
  false,
]
export const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 400 }) },
)
/** Any hostile value. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NUMBERS, ...IDS) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...LOOKALIKES) },
  { weight: 1, arbitrary: HUGE },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Generates a value that satisfies the schema, as far as the schema expresses it. */
export function valid(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const branches = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (branches && branches.length > 0) return fc.oneof(...branches.map((branch) => valid(branch, depth)))
  if (schema.allOf?.[0]) return valid(schema.allOf[0], depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return validText(schema)
    case 'integer':
    case 'number': {
      const [min, max] = [Math.ceil(schema.minimum ?? 0), Math.floor(schema.maximum ?? 1_000_000)]
      return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.max(min, Math.min(max, 2 ** 31 - 1)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, depth + 1), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'object': {
      const shape = Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        valid(property, depth + 1),
      ])
      return fc.record(Object.fromEntries(shape), { requiredKeys: (schema.required ?? []) as never[] })
    }
    default:
      return depth > 4 ? fc.constant('x') : hostile
  }
}

function validText({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return fc.constantFrom('2026-01-01', '2024-02-29', '2030-12-31')
  if (format === 'date-time') return fc.constantFrom('2026-01-01T00:00:00Z', '2026-06-01T12:00:00-04:00')
  if (pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(pattern))
    } catch {
      return text
    }
  }
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, 60) })
}

/** Generates values just inside and just outside of what the schema allows. */
export function nearlyValid(schema: Schema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf ?? []
  const edges: unknown[] = [null, '', [], {}, true, 0, 'text', [null], undefined]
  for (const { minLength, maxLength, minimum, maximum, maxItems, items } of [schema, ...options]) {
    for (const length of [minLength, maxLength]) {
      if (length === undefined) continue
      for (const times of [length - 1, length, length + 1]) if (times >= 0) edges.push({ repeat: 'x', times })
    }
    for (const limit of [minimum, maximum])
      if (limit !== undefined) edges.push(limit - 1, limit, limit + 1, limit + 0.5, String(limit))
    if (maxItems !== undefined && items)
      edges.push(
        Array(maxItems + 1).fill(1),
        Array(maxItems + 1).fill({}),
        Array(Math.min(maxItems, 1500)).fill('x'),
      )
  }
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...edges) },
    { weight: 2, arbitrary: valid(schema) },
  )
}
