import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Sample } from '#tests/api/core/samples.ts'
import { dataUrlOf } from '#tests/support/bulk-files.ts'
import type { Operation, Schema } from './operations.ts'
import { expanded, HUGE, type Huge, hostile, isHuge, nearlyValid, text, valid } from './values.ts'

type Path = (string | number)[]

/** One mutation of a valid request. Plain data, so that it can be printed, omitted and replayed. */
export type Change =
  | { in: 'body' | 'query'; at: Path; value: unknown }
  | { in: 'body' | 'query'; at: Path; removed: true }
  /** Text of the whole body. */
  | { in: 'whole'; text: string | Huge; type: string }
  /** The body as a form with bracketed names. */
  | { in: 'form' }
  | { in: 'path'; number: number; value: string | Huge }
  | { in: 'header'; name: string; values: (string | Huge)[] }
  | { in: 'bytes'; bytes: string; times: number; type: string }
  | { in: 'csv'; text: string | Huge }
  | { in: 'method'; method: string }
  /** Sends the request twice with one Idempotency-Key. */
  | { in: 'repetition' }

/** A request as it is sent. */
export interface RequestSpec {
  method: string
  path: string
  headers: [string, string][]
  body?: Buffer | FormData
}

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
      text.map((one) => encodeURIComponent(one.toWellFormed())),
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
  ...[
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
  ],
  ...[
    '{"__proto__":{"a":1}}',
    '{"a":{"constructor":1}}',
    '{"id":1e999}',
    '{"toString":1,"length":{"toString":1}}',
  ],
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

/** Applies the mutations to the sample and returns the request to send. */
export function requestOf(operation: Operation, sample: Sample, changes: Change[]): RequestSpec {
  let { method } = sample
  let body = structuredClone(sample.body)
  let [address = '', search = ''] = sample.path.split('?')
  const query = [...new URLSearchParams(search)]
  let raw: { bytes: Buffer; type: string } | null = sample.bytes
    ? { bytes: sample.bytes, type: 'application/pdf' }
    : null
  let isForm = false
  const headers: [string, string][] = []
  for (const change of changes) {
    if (change.in === 'body') body = changed(body, change)
    else if (change.in === 'query') changeQuery(query, change)
    else if (change.in === 'whole')
      raw = { bytes: Buffer.from(String(expanded(change.text))), type: change.type }
    else if (change.in === 'form') isForm = true
    else if (change.in === 'path')
      address = pathWith(operation.path, address, change.number, textOf(change.value))
    else if (change.in === 'bytes')
      raw = { bytes: Buffer.from(change.bytes.repeat(change.times), 'latin1'), type: change.type }
    else if (change.in === 'csv' && operation.meta.dataUrl)
      body = { ...(body as object), [operation.meta.dataUrl.field]: dataUrlOf(textOf(change.text)) }
    else if (change.in === 'method') method = change.method
    else if (change.in === 'header')
      for (const value of change.values) headers.push([change.name, headerText(textOf(value))])
    else if (change.in === 'repetition')
      headers.push(['idempotency-key', `"${randomUUID()}"`], ...(isEdit(operation) ? [FIRST_REVISION] : []))
  }
  const path = query.length > 0 ? `${address}?${new URLSearchParams(query)}` : address
  if (method === 'HEAD' || method === 'GET') return { method, path, headers }
  if (raw) return { method, path, headers: [['content-type', raw.type], ...headers], body: raw.bytes }
  if (body === undefined) return { method, path, headers }
  if (isForm) return { method, path, headers, body: formOf(expanded(body)) }
  const json = JSON.stringify(expanded(body)) ?? ''
  return {
    method,
    path,
    headers: [['content-type', 'application/json'], ...headers],
    body: Buffer.from(json),
  }
}

const FIRST_REVISION: [string, string] = ['if-match', '"1"']
const isEdit = ({ method, isFile }: Operation) => (method === 'PUT' || method === 'DELETE') && !isFile

const textOf = (value: string | Huge) => String(expanded(value))
/** Replaces characters that Node rejects in a header. */
const headerText = (value: string) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?')

/** Returns every field of a schema at any depth, with its schema. */
function placesIn(schema: Schema, at: Path = []): { at: Path; schema: Schema }[] {
  if (at.length > 6) return []
  const inner = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => placesIn(child, [...at, name])),
    ...(schema.items ? placesIn(schema.items, [...at, 0]) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
      placesIn(one, at).filter((place) => place.at.length > at.length),
    ),
  ]
  return at.length > 0 ? [{ at, schema }, ...inner] : inner
}

function changed(body: unknown, change: { at: Path } & ({ value: unknown } | { removed: true })): unknown {
  const root = typeof body === 'object' && body !== null ? body : {}
  let node: object = root
  for (const [i, key] of change.at.slice(0, -1).entries()) {
    const child: unknown = Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined
    const next =
      typeof child === 'object' && child !== null ? child : typeof change.at[i + 1] === 'number' ? [] : {}
    if (next !== child) Reflect.set(node, key, next)
    node = next
  }
  const last = change.at.at(-1) ?? ''
  if ('removed' in change) Reflect.deleteProperty(node, last)
  else
    Object.defineProperty(node, last, {
      ...{ value: structuredClone(change.value), enumerable: true, configurable: true, writable: true },
    })
  return root
}

function changeQuery(
  query: [string, string][],
  change: { at: Path } & ({ value: unknown } | { removed: true }),
) {
  const name = change.at.map((part, i) => (i === 0 ? String(part) : `[${part}]`)).join('')
  const others = query.filter(([key]) => key !== name && !key.startsWith(`${name}[`))
  query.splice(0, query.length, ...others)
  if (!('removed' in change)) query.push(...pairsOf(name, expanded(change.value)))
}

/** Serializes a value for a query or form: lists and objects in brackets. */
function pairsOf(name: string, value: unknown, depth = 0): [string, string][] {
  if (typeof value === 'string') return [[name.toWellFormed(), value.toWellFormed().slice(0, 12_000)]]
  if (typeof value !== 'object' || value === null) return [[name.toWellFormed(), String(value)]]
  if (depth > 30) return []
  return Object.entries(value)
    .slice(0, 600)
    .flatMap(([key, child]) => pairsOf(`${name}[${key}]`, child, depth + 1))
}

function formOf(body: unknown): FormData {
  const form = new FormData()
  if (typeof body === 'object' && body !== null)
    for (const [name, child] of Object.entries(body))
      for (const [key, value] of pairsOf(name, child)) form.append(key, value)
  return form
}

function pathWith(template: string, address: string, number: number, value: string): string {
  const segments = template.split('/')
  const places = segments.flatMap((segment, i) => (/\{\w+\}/.test(segment) ? [i] : []))
  const own = address.split('/')
  const place = places[number]
  if (place !== undefined) own[place] = value.replaceAll(/[^\x21-\x7e]/g, '')
  return own.join('/')
}

/** Formats a mutation briefly for the report. */
export const describeChange = (change: Change): string =>
  JSON.stringify(change, (_, value) =>
    isHuge(value) ? `${value.times} x ${JSON.stringify(value.repeat)}` : value,
  ).slice(0, 600)
