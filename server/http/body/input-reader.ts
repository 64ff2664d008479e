import type { AnySchema } from '@orpc/contract'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Problem } from '#server/problem.ts'
import { fieldsOf } from './field-codes.ts'
import { inputDecoder, jsonSchemaOf } from './input.ts'

/**
 * Returns the function that reads a call's input from path, query or body and parses it with its schema. It throws 422
 * `validation` for invalid input, also when the schema itself throws: no input may cause an internal error. Such a failure
 * is logged, because it is a bug in the contract.
 */
export function inputReader(schema: AnySchema | undefined) {
  const decode = inputDecoder(jsonSchemaOf(schema))
  return async function readInput(request: FastifyRequest): Promise<unknown> {
    const input = decode(request)
    if (schema === undefined) return input
    const result = await runSchema(schema, input, request.log)
    if (result.issues) throw new Problem('validation', { fields: fieldsOf(result.issues, input) })
    return result.value
  }
}

async function runSchema(schema: AnySchema, input: unknown, log: FastifyBaseLogger) {
  try {
    return await schema['~standard'].validate(input)
  } catch (error) {
    log.error({ err: error }, 'A schema threw while validating input')
    throw new Problem('validation')
  }
}
