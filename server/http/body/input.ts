import type { AnySchema } from '@orpc/contract'
import { type JsonSchema, JsonSchemaCoercer } from '@orpc/json-schema'
import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyRequest } from 'fastify'
import { plainLineEnds } from '#server/line-ends.ts'
import { Problem } from '#server/problem.ts'
import { checkName, queryOf } from './body.ts'

const converter = new ZodToJsonSchemaConverter()
const coercer = new JsonSchemaCoercer()
const brackets = new StandardBracketNotationSerializer()

/** Returns the JSON schema of a call's input, which tells numbers from text. */
export function jsonSchemaOf(schema: AnySchema | undefined): JsonSchema & object {
  if (schema === undefined) return {}
  const [, json] = converter.convert(schema, { strategy: 'input' })
  return json
}

/** Whether a call's body is the bytes of a file. */
export function takesFile(schema: AnySchema | undefined): boolean {
  const json = jsonSchemaOf(schema)
  return 'properties' in json && json.properties !== undefined && 'file' in json.properties
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A plain decimal number: no leading zeros, exponent or spaces. */
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const WHOLE = /^-?\d+(?:\.0+)?$/

/**
 * Converts text to numbers and booleans according to the schema. Text that only resembles a number stays text and is
 * rejected.
 */
function readText(schema: JsonSchema, value: unknown): unknown {
  return withoutRepairs(value, coercer.coerce(schema, value))
}

/**
 * Restores the text wherever the coercion accepted something other than a plain number, `true` or `false`: '1e3', '0x10',
 * ' 5', '-0', '007', 'on', 'TRUE'.
 */
function withoutRepairs(given: unknown, read: unknown): unknown {
  if (typeof read === 'number' && typeof given === 'string') return isExact(given, read) ? read : given
  if (typeof read === 'boolean' && typeof given === 'string') return given === String(read) ? read : given
  if (typeof read !== 'object' || read === null || given === read || read instanceof Blob) return read
  const before = given as Record<string, unknown>
  if (Array.isArray(read)) return read.map((child, i) => withoutRepairs(before[i], child))
  return Object.fromEntries(
    Object.entries(read).map(([key, child]) => [key, withoutRepairs(before[key], child)]),
  )
}

function isExact(text: string, value: number): boolean {
  if (!DECIMAL.test(text) || Object.is(value, -0)) return false
  return !Number.isInteger(value) || (Number.isSafeInteger(value) && WHOLE.test(text))
}

function nestedOf(entries: [string, FormDataEntryValue][]): unknown {
  try {
    return brackets.deserialize(entries)
  } catch {
    throw new Problem('malformed', { detail: 'The names of the fields contradict each other.' })
  }
}

/**
 * Builds a call's input from path, query or body. Path, query and form fields are text, so numbers and booleans are
 * converted according to the schema. JSON keeps its types. A body cannot override path parameters.
 */
export function inputDecoder(schema: JsonSchema & object) {
  const properties = 'properties' in schema ? (schema.properties ?? {}) : {}
  const coerceParam = ([name, value]: [string, string]) => {
    const own = properties[name]
    return [name, own === undefined ? value : readText(own, value)]
  }

  return function decode(request: FastifyRequest): unknown {
    const params = Object.fromEntries(
      Object.entries(request.params as Record<string, string>).map(coerceParam),
    )
    if (request.method === 'GET' || request.method === 'HEAD') {
      return { ...fromText(queryOf(request)), ...params }
    }
    const { body } = request
    if (body instanceof FormData) return { ...fromText(body), ...params }
    if (body === undefined || body === null) return params
    return isObject(body) ? { ...body, ...params } : body
  }

  function fromText(fields: URLSearchParams | FormData): Record<string, unknown> {
    const entries = [...fields.entries()].map(([name, value]): [string, FormDataEntryValue] => [
      name,
      typeof value === 'string' ? plainLineEnds(value) : value,
    ])
    for (const [name] of entries) checkName(name)
    const nested = readText(schema, nestedOf(entries))
    return isObject(nested) ? nested : {}
  }
}
