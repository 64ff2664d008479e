import type { AnySchema } from '@orpc/contract'
import type { FastifyBaseLogger } from 'fastify'
import { Problem } from '#server/problem.ts'
import { fieldsOf } from './field-codes.ts'

/**
 * Parses a call's input with its schema. Throws 422 `validation` for invalid input, also when the schema itself throws:
 * no input may cause an internal error. Such a failure is logged, because it is a bug in the contract.
 */
export async function validateInput(
  schema: AnySchema | undefined,
  input: unknown,
  log: FastifyBaseLogger,
): Promise<unknown> {
  if (schema === undefined) return input
  const result = await runSchema(schema, input, log)
  if (result.issues) throw new Problem('validation', { fields: fieldsOf(result.issues, input) })
  return result.value
}

async function runSchema(schema: AnySchema, input: unknown, log: FastifyBaseLogger) {
  try {
    return await schema['~standard'].validate(input)
  } catch (error) {
    log.error({ err: error }, 'A schema threw while validating input')
    throw new Problem('validation')
  }
}
