import type { AnySchema } from '@orpc/contract'
import { type JsonSchema, JsonSchemaCoercer } from '@orpc/json-schema'
import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyRequest } from 'fastify'
import { checkName } from './body.ts'

const converter = new ZodToJsonSchemaConverter()
const coercer = new JsonSchemaCoercer()
const brackets = new StandardBracketNotationSerializer()

/** The JSON schema of a call's input, by which text is told from numbers. */
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

const queryOf = (request: FastifyRequest) => new URLSearchParams(/\?.*$/s.exec(request.url)?.[0])

/**
 * Makes a call's input from path, query or body. Path, query and form fields are text, so numbers and booleans are
 * read out of them by the schema; JSON keeps its types. What the path names, no body can name otherwise.
 */
export function inputReader(schema: JsonSchema & object) {
  const properties = 'properties' in schema ? (schema.properties ?? {}) : {}
  const coerceParam = ([name, value]: [string, string]) => {
    const own = properties[name]
    return [name, own === undefined ? value : coercer.coerce(own, value)]
  }

  return function readInput(request: FastifyRequest): unknown {
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
    const entries = [...fields.entries()]
    for (const [name] of entries) checkName(name)
    const nested = coercer.coerce(schema, brackets.deserialize(entries))
    return isObject(nested) ? nested : {}
  }
}
