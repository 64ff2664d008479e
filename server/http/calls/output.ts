import type { AnyProcedure } from '@orpc/server'

/** Throws when a response does not match the contract: wrong values or undeclared fields (S-5). */
export async function checkOutput(procedure: AnyProcedure, output: unknown) {
  const schema = procedure['~orpc'].outputSchema
  if (!schema) return
  const result = await schema['~standard'].validate(output)
  if (result.issues)
    throw new Error(`Response does not match its contract: ${JSON.stringify(result.issues).slice(0, 2000)}`)
  const extra = findUndeclaredField(output, result.value, '')
  if (extra) throw new Error(`Response has a field that its contract does not declare: ${extra}`)
}

function findUndeclaredField(given: unknown, promised: unknown, path: string): string | null {
  if (typeof given !== 'object' || given === null || given instanceof Blob) return null
  if (typeof promised !== 'object' || promised === null) return null
  for (const [key, child] of Object.entries(given)) {
    if (child === undefined) continue
    if (!Object.hasOwn(promised, key)) return `${path}.${key}`
    const deeper = findUndeclaredField(child, (promised as Record<string, unknown>)[key], `${path}.${key}`)
    if (deeper) return deeper
  }
  return null
}
