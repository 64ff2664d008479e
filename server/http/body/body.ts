import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_TYPES } from '#contract/core/documents.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/core/limits.ts'
import { Problem } from '#server/problem.ts'

const JSON_MAX_BYTES = 256 * 1024
/** Fits a set of small invoice files, with room for the headers of the parts. */
const FORM_MAX_BYTES = 12_000_000
const FORM_PARTS_MAX = 500
const FORM_FILES_MAX = 10
const FORM_FIELD_MAX = 64 * 1024
/** Limit for the headers of one part: name, file name, type. */
const FORM_HEAD_MAX = 8 * 1024
const BOUNDARY = /^multipart\/form-data\s*;.*?\bboundary="?([\w'()+,./:=?-]{1,70})"?\s*(?:;|$)/i
const DEPTH_MAX = 20
const KEYS_MAX = 2000
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const malformed = (detail: string) => new Problem('malformed', { detail })

/** Rejects query names that could pollute prototypes, for every method and every call. */
export function checkQueryNames(request: FastifyRequest) {
  requireUtf8(request.url)
  for (const name of queryOf(request).keys()) checkName(name)
}

/** Rejects bytes that are not UTF-8: `URLSearchParams` would replace them and so change the search. */
function requireUtf8(url: string) {
  try {
    for (const [bytes] of url.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(bytes)
  } catch {
    throw malformed('The query is not valid UTF-8.')
  }
}

export function queryOf({ url }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark))
}

/** Rejects a query or form name if any of its parts could pollute prototypes. */
export function checkName(name: string) {
  if (name.length > 200) throw malformed('A field name is too long.')
  const parts = name.split(/[[\].]+/)
  if (parts.length > DEPTH_MAX) throw malformed('Too deeply nested.')
  if (parts.some((part) => FORBIDDEN_KEYS.has(part)))
    throw malformed('A field has a name that no field may have.')
}

/** Numbers that could be rounded: many digits, an exponent, or a negative zero. */
const MAY_BE_ROUNDED = /[\d.]{16}|\d[eE]|-0(?!\d)/
const JSON_NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * Parses JSON without rounding. A number that would silently become another integer ('5.00000000000000001', '-0',
 * '1e-400') becomes NaN, which every numeric field rejects.
 */
function parseExactly(text: string): unknown {
  if (!MAY_BE_ROUNDED.test(text)) return JSON.parse(text)
  const read = (_key: string, value: unknown, context: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !isWhole(context.source ?? '', value)
      ? Number.NaN
      : value
  return JSON.parse(text, read as (key: string, value: unknown) => unknown)
}

function isWhole(source: string, value: number): boolean {
  const [, int = '', fraction = '', exponent = '0'] = JSON_NUMBER.exec(source) ?? []
  const decimals = withoutEndingZeros(fraction).length
  if (value === 0) return !Object.is(value, -0) && !/[1-9]/.test(int + fraction)
  if (decimals > 0) return decimals <= Number(exponent)
  return int.length - withoutEndingZeros(int).length >= -Number(exponent)
}

function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** Parses JSON. Rejects with 400 what is malformed, too deep, too wide, or could pollute prototypes (S-23). */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text === '') return undefined
    value = parseExactly(text)
  } catch {
    throw malformed('The body is not valid JSON in UTF-8.')
  }
  let keys = 0
  const check = (node: unknown, depth: number) => {
    if (typeof node !== 'object' || node === null) return
    if (depth > DEPTH_MAX) throw malformed('Too deeply nested.')
    for (const [key, child] of Object.entries(node)) {
      // Only the byte limit applies to a list of numbers or texts, such as thousands of vehicle ids.
      const isPlain = Array.isArray(node) && (typeof child !== 'object' || child === null)
      if (!isPlain && ++keys > KEYS_MAX) throw malformed('Too many values.')
      if (FORBIDDEN_KEYS.has(key)) throw malformed('A field has a name that no field may have.')
      check(child, depth + 1)
    }
  }
  check(value, 1)
  return value
}

/**
 * Checks the number of parts of a form and the size of their headers before parsing. The parser reads a form in one go,
 * so a form with nothing but parts or headers would block the server for seconds (S-20).
 */
function demandFewParts(bytes: Buffer, boundary: string) {
  let marks = 0
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    if (++marks > FORM_PARTS_MAX + 1) throw new Problem('too_large', { detail: 'Too many parts.' })
    const head = bytes.subarray(at + boundary.length, at + boundary.length + FORM_HEAD_MAX)
    const isLast = head.subarray(0, 2).toString('latin1') === '--'
    if (!isLast && !head.includes('\r\n\r\n'))
      throw malformed('A part of the form does not say what it is, or too much of it.')
  }
}

async function parseForm(request: FastifyRequest, bytes: Buffer<ArrayBuffer>): Promise<FormData> {
  const boundary = BOUNDARY.exec(request.headers['content-type'] ?? '')?.[1]
  if (boundary === undefined) throw malformed('The form is not valid multipart.')
  demandFewParts(bytes, boundary)
  const head = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers: head }).formData().catch(() => {
    throw malformed('The form is not valid multipart.')
  })
  let parts = 0
  let files = 0
  for (const [name, value] of form) {
    checkName(name)
    if (++parts > FORM_PARTS_MAX) throw new Problem('too_large', { detail: 'Too many parts.' })
    if (typeof value !== 'string' && ++files > FORM_FILES_MAX)
      throw new Problem('too_large', { detail: 'Too many files.' })
    if (typeof value === 'string' && value.length > FORM_FIELD_MAX)
      throw new Problem('too_large', { detail: 'A field is too long.' })
  }
  return form
}

/**
 * Reads bodies by their exact content type, each up to a size limit enforced on the stream (413 beyond): JSON,
 * multipart where a call takes files in a form, raw bytes where a call takes one file. Everything else is rejected with
 * 415.
 */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_MAX_BYTES },
    async (_request: FastifyRequest, bytes: Buffer) => parseJson(bytes),
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
    (request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => parseForm(request, bytes),
  )
  for (const type of [...FILE_TYPES, 'application/octet-stream']) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: DOCUMENT_MAX_BYTES },
      async (_request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => ({
        file: new File([bytes], 'file', { type }),
      }),
    )
  }
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { takesFile, takesForm } = request.routeOptions.config
    // The body of a GET is never read, so its headers do not matter.
    if (request.method === 'GET' || request.method === 'HEAD') return payload
    if (request.headers['content-encoding'] !== undefined)
      throw new Problem('unsupported_media', { detail: 'Compressed bodies are not taken.' })
    const type = request.mediaType
    if (type === undefined || type === 'application/json') return payload
    if (type === 'multipart/form-data' ? !takesForm : !takesFile) throw new Problem('unsupported_media')
    return payload
  })
}
