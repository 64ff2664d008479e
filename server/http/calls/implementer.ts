import { implement } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { CallContext } from './call-context.ts'

/**
 * Implements the contract's calls: `os.history.list.handler(({ input, context }) => …)`.
 * `server/http/body/input-reader.ts` validates inputs before the call. Outputs are not validated, because that halves the
 * throughput. Tests validate them; see `checkOutputs` in server/http/calls/calls.ts.
 */
export const os = implement(contract, {
  initialInputValidationIndex: Number.NaN,
  initialOutputValidationIndex: Number.NaN,
}).$context<CallContext>()
