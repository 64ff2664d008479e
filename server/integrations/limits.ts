import type { CircuitLimits } from './circuit.ts'

/**
 * Limits per dependency. Timeouts are generous for a healthy one; concurrency is per server process. A port's client
 * may have a shorter timeout.
 */
export const PORT_LIMITS = {
  /** Files of up to 25 MB, to a store in the same region. */
  files: { timeoutMs: 20_000, concurrent: 16, queued: 64, breakAfter: 5, restMs: 10_000 },
  mail: { timeoutMs: 40_000, concurrent: 8, queued: 64, breakAfter: 5, restMs: 5_000 },
  /** Its client sends messages one after another. */
  sms: { timeoutMs: 40_000, concurrent: 2, queued: 64, breakAfter: 5, restMs: 15_000 },
  /** Longer than the SDK's own 20 s. */
  cards: { timeoutMs: 25_000, concurrent: 8, queued: 32, breakAfter: 5, restMs: 10_000 },
  captcha: { timeoutMs: 5_000, concurrent: 16, queued: 64, breakAfter: 5, restMs: 10_000 },
  /** Each evaluation sends eight requests. */
  flags: { timeoutMs: 2_000, concurrent: 64, queued: 512, breakAfter: 8, restMs: 10_000 },
} as const satisfies Record<string, CircuitLimits>

/** Tests shorten these; the server uses `PORT_LIMITS`. */
export type PortLimits = Record<keyof typeof PORT_LIMITS, CircuitLimits>
