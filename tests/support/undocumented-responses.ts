import type { AnyContractProcedure } from '@orpc/contract'
import { getRouter } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { ProblemCode } from '#contract/core/problems.ts'
import type { ResponseObserver } from '#server/http/calls/api.ts'
import { problemsOf, successesOf } from '#server/http/calls/call-problems.ts'

/**
 * Collects responses that the OpenAPI document does not list for their call, so that the test file that causes one
 * fails. Calls whose handlers a test replaced are excluded.
 */
export function undocumentedResponses(replaced: Record<string, object>) {
  const documented = new Map<string, { successes: number[]; problems: ReadonlySet<ProblemCode> }>()
  const seen = new Set<string>()

  function documentedOf(call: string) {
    const known = documented.get(call)
    if (known) return known
    const definition = getRouter(contract as never, call.split('.')) as unknown as AnyContractProcedure
    const made = { successes: successesOf(definition), problems: problemsOf(definition) }
    documented.set(call, made)
    return made
  }

  const observe: ResponseObserver = ({ call, status, code }) => {
    const [noun = '', verb = ''] = call.split('.')
    if (verb in (replaced[noun] ?? {})) return
    const expected = documentedOf(call)
    const isDocumented =
      code === null ? expected.successes.includes(status) : expected.problems.has(code as ProblemCode)
    if (!isDocumented) seen.add(`${call}: ${status} ${code ?? ''}`)
  }

  return {
    observe,
    /** Fails with the list. Add each to the call's `problems` in the contract, or fix the response. */
    demandNone() {
      if (seen.size > 0)
        throw new Error(`Responses that OpenAPI does not document:\n${[...seen].sort().join('\n')}`)
    },
  }
}
