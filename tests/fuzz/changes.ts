import fc from 'fast-check'
import type { Change, Path } from './change.ts'
import type { Operation, Schema } from './operations.ts'
import { HUGE, type Huge, hostile, nearlyValid, text, valid } from './values.ts'

/** Generates the mutations of one case. */
export function changesOf(operation: Operation): fc.Arbitrary<Change[]> {
  const { method, path, isFile, input, meta } = operation
  const parameters = path.match(/\{\w+\}/g)?.length ?? 0
  const fields = placesIn(input).filter(({ at }) => !path.includes(`{${String(at[0])}}`) && at[0] !== 'file')
  const place = method === 'GET' ? ('query' as const) : ('body' as const)
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [{ weight: 2, arbitrary: header }]
  if (fields.length > 0 && !isFile) {
    const field = fc.constantFrom(...fields)
    const change = (value: (schema: Schema) => fc.Arbitrary<unknown>) =>
      field.chain(({ at, schema }) => value(schema).map((made): Change => ({ in: place, at, value: made })))
    kinds.push({ weight: 4, arbitrary: change(() => hostile) })
    kinds.push({ weight: 4, arbitrary: change(nearlyValid) })
    kinds.push({ weight: 2, arbitrary: change(valid) })
    kinds.push({ weight: 2, arbitrary: field.map(({ at }): Change => ({ in: place, at, removed: true })) })
  }
  if (!isFile) kinds.push({ weight: 1, arbitrary: extraOf(place) })
  if (parameters > 0) kinds.push({ weight: 2, arbitrary: pathOf(parameters) })
  if (method !== 'GET') kinds.push({ weight: 1, arbitrary: whole })
  if (method !== 'GET' && !isFile) kinds.push({ weight: 1, arbitrary: fc.constant<Change>({ in: 'form' }) })
  if (isFile) kinds.push({ weight: 6, arbitrary: bytes })
  if (meta.dataUrl) kinds.push({ weight: 8, arbitrary: csv })
  if (meta.idempotent) kinds.push({ weight: 1, arbitrary: fc.constant<Change>({ in: 'repetition' }) })
  kinds.push({
    weight: 0.5,
    arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'DELETE').map(methodChange),
  })
  const weights = kinds.map((kind) => ({ ...kind, weight: Math.round(kind.weight * 2) }))
  return fc.array(fc.oneof(...weights), { minLength: 0, maxLength: 3, size: 'max' })
}

const methodChange = (method: string): Change => ({ in: 'method', method })

const extraOf = (place: 'body' | 'query'): fc.Arbitrary<Change> =>
  fc
    .tuple(fc.oneof(fc.constantFrom('id', 'fleet_id', 'user_id', 'roles', 'rev', 'file'), text), hostile)
    .map(([name, value]) => ({ in: place, at: [name], value }))

const IDS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '%00',
  '%',
  '%zz',
  '..',
  '.',
  '%2e%2e%2f',
  '999999999999',
  '2147483648',
]
const pathOf = (count: number): fc.Arbitrary<Change> =>
  fc.record({
    in: fc.constant('path' as const),
    number: fc.nat(count - 1),
    value: fc.oneof(
      fc.constantFrom(...IDS, '9'.repeat(30), 'NaN', '%F0%9F%9A%9A', '%ff', '%ed%a0%80', '1;2', '1%20', 'me'),
      fc.constantFrom<string | Huge>({ repeat: '7', times: 199 }, { repeat: 'a', times: 9000 }),
      text.map((part) => encodeURIComponent(part.toWellFormed())),
    ),
  })

const UUID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const HEADERS: Record<string, (string | Huge)[]> = {
  'idempotency-key': [
    '',
    'x',
    `"${UUID}"`,
    UUID.toUpperCase(),
    `"${UUID}`,
    '"',
    "' or 1=1",
    { repeat: 'a', times: 6000 },
  ],
  'if-match': [
    '*',
    '"1"',
    '1',
    'W/"1"',
    '"1", "2"',
    '"-1"',
    '"999999999999999"',
    '"9999999999999999999"',
    '',
    '"\u00e9"',
  ],
  'accept-language': ['fr-CA', 'xx', '*', 'fr;q=9', '\u00e9', ',,,;;;', { repeat: 'fr,', times: 4000 }],
  'x-wheelbook-scope': ['1:1', '', 'x', '0:0', '__proto__'],
  'content-type': [
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=utf-7',
    'multipart/form-data',
  ],
  'content-encoding': ['gzip', 'identity', 'br'],
  'content-digest': ['sha-256=:AAAA:', 'x', 'sha-256=::', 'md5=:AAAA:'],
  'repr-digest': ['sha-256=:AAAA:', 'x', 'sha-256=::', { repeat: 'sha-256=:AAAA:,', times: 300 }],
  authorization: ['Bearer', 'Bearer x', 'Basic YTpi', 'Bearer \u00e9', { repeat: 'Bearer x', times: 800 }],
  cookie: [
    'authentication_token=%',
    'authentication_token=x; authentication_token=y',
    '=;=;',
    { repeat: 'a=b;', times: 2000 },
  ],
  origin: ['https://evil.example', 'null', 'http://localhost'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x'],
  'app-name': ['', 'x'],
  host: ['evil.example', 'a b', '', '[', 'boreal.localhost', 'x'.repeat(300)],
  range: ['bytes=0-1', 'bytes=9999999-', 'x'],
  'if-none-match': ['*', '"x"'],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-for': ['1.2.3.4', 'x', '::1'],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['https', 'x'],
  'upload-offset': ['-1', 'x'],
  expect: ['100-continue'],
  accept: ['text/html', 'x', ''],
  'accept-encoding': ['gzip', 'br;q=1, x', '*;q=0'],
}
const header: fc.Arbitrary<Change> = fc
  .constantFrom(...Object.entries(HEADERS))
  .chain(([name, values]) =>
    fc
      .array(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
      .map((chosen): Change => ({ in: 'header', name, values: chosen })),
  )

const WHOLE: (string | Huge)[] = [
  '',
  'null',
  '[]',
  '7',
  '"x"',
  '{',
  '{"a":1}}',
  '[[[[',
  'true',
  '{"a":1,"a":2}',
  "{'a':1}",
  '\ufeff{}',
  'NaN',
  '{"__proto__":{"a":1}}',
  '{"a":{"constructor":1}}',
  '{"id":1e999}',
  '{"toString":1,"length":{"toString":1}}',
  { repeat: '[', times: 200_000 },
  { repeat: '{"a":', times: 40_000 },
  { repeat: '{"a":1},', times: 40_000 },
  { repeat: ' ', times: 300_000 },
]
const TYPES = [
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'text/csv',
  'application/pdf',
]
const whole: fc.Arbitrary<Change> = fc.record({
  in: fc.constant('whole' as const),
  text: fc.oneof(fc.constantFrom(...WHOLE), text),
  type: fc.constantFrom(...TYPES, 'multipart/form-data; boundary=x', 'application/problem+json'),
})

/** Leading bytes of files, in latin1. */
const BEGINNINGS = [
  '',
  '%PDF-1.4\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  '<html><script>',
  'GIF89a',
  'PK\x03\x04',
  '\0',
]
const bytes: fc.Arbitrary<Change> = fc.record({
  in: fc.constant('bytes' as const),
  bytes: fc
    .tuple(fc.constantFrom(...BEGINNINGS), fc.uint8Array({ maxLength: 40 }))
    .map(([start, more]) => start + Buffer.from(more).toString('latin1')),
  times: fc.constantFrom(1, 1, 1, 5000),
  type: fc.constantFrom(
    'application/pdf',
    'image/png',
    'image/jpeg',
    'application/octet-stream',
    'text/html',
  ),
})

const CELLS = [
  '',
  'x',
  '=1+1',
  '1FTFW1E59LFA12345',
  '-5',
  '1e9',
  "'; drop table vehicles; --",
  '"',
  '\u0000',
  'OH',
  '2026',
]
const csv: fc.Arbitrary<Change> = fc
  .oneof(
    fc
      .array(fc.array(fc.oneof(fc.constantFrom(...CELLS), text), { maxLength: 12 }), { maxLength: 6 })
      .map((rows) => rows.map((row) => row.join(',')).join('\r\n')),
    fc
      .array(fc.array(fc.constantFrom(...CELLS), { maxLength: 8 }), { maxLength: 6 })
      .map((rows) =>
        ['vin,license_plate_number,license_plate_state,odometer', ...rows.map(String)].join('\n'),
      ),
    fc.constantFrom<string | Huge>({ repeat: '"', times: 200_000 }, { repeat: ',', times: 300_000 }),
    fc.constantFrom<string | Huge>({ repeat: 'vin\n', times: 60_000 }, { repeat: 'vin,', times: 60_000 }, ''),
    HUGE,
  )
  .map((given) => ({ in: 'csv', text: given }))

/** Returns every field of a schema at any depth, with its schema. */
function placesIn(schema: Schema, at: Path = []): { at: Path; schema: Schema }[] {
  if (at.length > 6) return []
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => placesIn(child, [...at, name])),
    ...(schema.items ? placesIn(schema.items, [...at, 0]) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((subschema) =>
      placesIn(subschema, at).filter((place) => place.at.length > at.length),
    ),
  ]
  return at.length > 0 ? [{ at, schema }, ...inner] : inner
}
