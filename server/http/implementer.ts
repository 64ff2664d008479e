import { implement } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import type { CallContext } from './call-context.ts'

/**
 * Implements the contract's calls: `os.history.list.handler(({ input, context }) => …)`. Inputs are always validated;
 * outputs are not (it halves the throughput): tests check them, see `checkOutputs` in server/http/calls.ts.
 */
export const os = implement(contract, { initialOutputValidationIndex: Number.NaN }).$context<CallContext>()
