import type { Decision } from './fault-plan.ts'

/** A write as the server received it; `ended` is its outcome. */
export interface SeenRequest {
  at: number
  method: string
  path: string
  key: string | null
  scope: string | null
  /** 1 for the first write under this key. */
  attempt: number
  fault: Decision
  bytes: number
  /** 'lost': the client disconnected before its body had arrived over the simulated uplink, so nothing was done. */
  ended: 'open' | 'done' | 'lost' | 'refused' | 'faulted'
  /** Status of its response, or 0. */
  status: number
}

/** What was received and what was done, counted on the server. */
export interface FaultLedger {
  requests: SeenRequest[]
  /** Calls of GET /api/v4/ping. */
  probes: number
  /** Calls of POST /api/v4/sync/receipts. */
  receiptsAsked: number
  /** Writes received while everything was refused. */
  refused: number
  /** How often the server executed the key's request, without deduplication. */
  executions(key?: string): number
  countExecution(key: string | null): void
  open: number
  /** The most calls that were open at once. */
  mostOpen: number
  /** ms since 1970: the last request received or ended, and the last write executed for the first time. */
  lastActivityAt: number
  lastNewAt: number
}

export function createFaultLedger(): FaultLedger {
  const executions = new Map<string, number>()
  let unkeyed = 0
  const ledger: FaultLedger = {
    requests: [],
    probes: 0,
    receiptsAsked: 0,
    refused: 0,
    open: 0,
    mostOpen: 0,
    lastActivityAt: Date.now(),
    lastNewAt: 0,
    executions: (key) =>
      key === undefined
        ? unkeyed + [...executions.values()].reduce((sum, count) => sum + count, 0)
        : (executions.get(key) ?? 0),
    countExecution(key) {
      if (key === null) unkeyed++
      else executions.set(key, (executions.get(key) ?? 0) + 1)
      if (key === null || executions.get(key) === 1) ledger.lastNewAt = Date.now()
    },
  }
  return ledger
}
