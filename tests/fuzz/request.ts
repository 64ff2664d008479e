import { randomUUID } from 'node:crypto'
import type { Sample } from '#tests/api/core/samples.ts'
import { dataUrlOf } from '#tests/support/bulk-files.ts'
import type { Change, Path } from './change.ts'
import type { Operation } from './operations.ts'
import { expanded, type Huge } from './values.ts'

/** The HTTP request to send. */
export interface RequestSpec {
  method: string
  path: string
  headers: [string, string][]
  body?: Buffer | FormData
}

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
      value: structuredClone(change.value),
      enumerable: true,
      configurable: true,
      writable: true,
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
