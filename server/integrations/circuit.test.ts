import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { runInTransactionScope } from '#server/db/transaction-scope.ts'
import { CircuitError, type CircuitLimits, createCircuit } from './circuit.ts'
import { ExternalCallInTransactionError, guardTransactions } from './transaction-guard.ts'

const LIMITS: CircuitLimits = { timeoutMs: 100, concurrent: 2, queued: 2, breakAfter: 3, restMs: 1000 }
const never = () => new Promise<never>(() => {})
const failing = async () => {
  throw new Error('down')
}
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: Error) => (error instanceof CircuitError ? error.reason : error.message),
  )

describe('a circuit', () => {
  it('times out a call without a response and aborts it', async () => {
    let isAborted = false
    const call = createCircuit('x', LIMITS).run((signal) => {
      signal.addEventListener('abort', () => {
        isAborted = true
      })
      return never()
    })
    expect(await reasonOf(call)).toBe('timeout')
    expect(isAborted).toBe(true)
  })

  it('limits running and waiting calls, and rejects the others at once', async () => {
    const circuit = createCircuit('x', { ...LIMITS, breakAfter: 99 })
    let running = 0
    let most = 0
    const call = async () => {
      most = Math.max(most, ++running)
      await sleep(20)
      running--
    }
    const calls = Array.from({ length: 7 }, () => reasonOf(circuit.run(call)))
    expect((await Promise.all(calls)).sort()).toEqual([
      ...Array(4).fill('answered'),
      ...Array(3).fill('busy'),
    ])
    expect(most).toBe(2)
    // All slots are free again.
    expect(await Promise.all([1, 2].map(() => reasonOf(circuit.run(call))))).toEqual(['answered', 'answered'])
  })

  it('holds the slot of a call that cannot be aborted for a while, so that such calls do not pile up', async () => {
    const circuit = createCircuit('x', { ...LIMITS, breakAfter: 99 })
    const hanging = Array.from({ length: 2 }, () => reasonOf(circuit.run(never)))
    expect(await Promise.all(hanging)).toEqual(['timeout', 'timeout'])
    expect(await reasonOf(circuit.run(async () => 1))).toBe('busy')
    await sleep(LIMITS.timeoutMs * 3)
    expect(await reasonOf(circuit.run(async () => 1))).toBe('answered')
  })

  it('probes after its rest although the clock was set back meanwhile', async () => {
    const circuit = createCircuit('x', { ...LIMITS, breakAfter: 1, restMs: 20 })
    expect(await reasonOf(circuit.run(failing))).toBe('down')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    await sleep(30)
    const probe = await reasonOf(circuit.run(async () => 1)).finally(() => clock.mockRestore())
    expect(probe).toBe('answered')
  })

  it('opens after consecutive failures, lets one call probe after its rest, and closes when that succeeds', async () => {
    let now = 0
    const circuit = createCircuit('x', LIMITS, { now: () => now })
    for (let i = 0; i < 3; i++) expect(await reasonOf(circuit.run(failing))).toBe('down')
    expect(await reasonOf(circuit.run(async () => 1))).toBe('open')
    now = 1000
    expect(await reasonOf(circuit.run(failing))).toBe('down')
    expect(await reasonOf(circuit.run(async () => 1))).toBe('open')
    now = 2000
    const probe = reasonOf(circuit.run(() => sleep(20)))
    expect(await reasonOf(circuit.run(async () => 1))).toBe('open')
    expect(await probe).toBe('answered')
    expect(await reasonOf(circuit.run(async () => 1))).toBe('answered')
  })

  it('probes although earlier calls still hang, and rejects waiting calls when it opens', async () => {
    let now = 0
    const circuit = createCircuit('x', { ...LIMITS, breakAfter: 2 }, { now: () => now })
    const calls = Array.from({ length: 4 }, () => reasonOf(circuit.run(never)))
    expect((await Promise.all(calls)).filter((reason) => reason === 'answered')).toEqual([])
    now = 1000
    expect(await reasonOf(circuit.run(async () => 1))).toBe('answered')
  })

  it('stays closed for rejections, which are responses', async () => {
    const circuit = createCircuit('x', LIMITS, { isFailure: () => false })
    for (let i = 0; i < 9; i++) expect(await reasonOf(circuit.run(failing))).toBe('down')
  })
})

describe('the transaction guard', () => {
  const logged: object[] = []
  const log = { error: (about: object) => logged.push(about) }
  const port = { kind: 'live', send: async (text: string) => `sent ${text}` }

  it('rejects a call from within a transaction at any depth, and allows it afterwards', async () => {
    const guarded = guardTransactions('post', port, { log })
    const later: (() => Promise<string>)[] = []
    await runInTransactionScope(async () => {
      await sleep(1)
      const deep = async () => (await Promise.all([guarded.send('a')]))[0]
      await expect(deep()).rejects.toThrow(ExternalCallInTransactionError)
      later.push(() => guarded.send('b'))
    })
    expect(await later[0]?.()).toBe('sent b')
    expect([guarded.kind, await guarded.send('c')]).toEqual(['live', 'sent c'])
  })

  it('only logs in production', async () => {
    const guarded = guardTransactions('post', port, { log, isStrict: false })
    expect(await runInTransactionScope(() => guarded.send('a'))).toBe('sent a')
    expect(logged).toMatchObject([{ port: 'post', method: 'send' }])
  })
})
