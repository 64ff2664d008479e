import { CASES, type Sample } from '#tests/api/core/samples.ts'
import { type Operation, parametersIn } from './operations.ts'
import type { RequestSpec } from './request.ts'
import type { RawResponse } from './transport.ts'

export interface Step {
  operation: Operation
  wire: RequestSpec
  /** Requests a resource that the case just deleted. */
  mustBeGone?: true
}

/**
 * Returns follow-up requests for the same resource. After a deletion: every other operation on it, and the deletion
 * again. After the first half of an edit's cases: the edit again with the stale revision.
 */
export function sequenceOf(
  operation: Operation,
  sample: Sample,
  wire: RequestSpec,
  response: RawResponse,
  all: Operation[],
): Step[] {
  if (response.status >= 300 || response.status === 0 || wire.method !== operation.method) return []
  const json: [string, string] = ['content-type', 'application/json']
  const again: Step = { operation, wire }
  if (operation.method === 'DELETE') {
    const parameters = parametersIn(operation.path, sample.path)
    if (!parameters || Object.keys(parameters).length === 0) return [again]
    const others = all.filter((other) => isAboutSame(operation, other))
    const steps = others.map((other): Step => {
      const path = other.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '1')
      const next: RequestSpec = { method: other.method, path, headers: [] }
      if (other.method !== 'GET') Object.assign(next, { headers: [json], body: Buffer.from('{}') })
      return {
        operation: other,
        wire: next,
        ...(other.method === 'GET' && other.path.endsWith('}') ? { mustBeGone: true } : {}),
      }
    })
    return [...steps, again]
  }
  if (!operation.meta.idempotent || operation.isFile) return []
  const stale: RequestSpec = {
    ...wire,
    headers: [...wire.headers, ['idempotency-key', `"${crypto.randomUUID()}"`], ['if-match', '"0"']],
  }
  return [again, { operation, wire: stale }]
}

/** Whether both concern the resource in the last path segment: `DELETE /policies/{id}`, `PUT /policies/{id}`. */
function isAboutSame(deletion: Operation, other: Operation): boolean {
  return (
    other.name !== deletion.name &&
    other.name in CASES &&
    (other.path === deletion.path || other.path.startsWith(`${deletion.path}/`))
  )
}
