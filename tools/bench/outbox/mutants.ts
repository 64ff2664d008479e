import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A line of the real outbox that is broken on purpose, and the scenarios that must detect the loss. */
export interface Mutant {
  /** Description of the fault, for the report. */
  says: string
  file: string
  /** The original line and the broken one. */
  seam: string
  broken: string
  /** A safety net that would compensate for the fault and is disabled too; only the page has it. */
  net?: { file: string; seam: string; broken: string }
  /** Whether the service worker contains this line too. */
  isInWorker: boolean
  caughtBy: readonly string[]
}

/** The benchmark is only valid if it detects the loss of each mutant (docs/offline.md#proof). */
export const MUTANTS = {
  'deletes-first': {
    says: 'deletes an operation before it is sent, as workbox does',
    file: 'src/offline/sender/send-lane.ts',
    seam: 'const outcome = file\n',
    broken: `await store.writeForSending(() => store.db.ops.delete(op.id))
    const outcome = file\n`,
    isInWorker: true,
    caughtBy: ['http30', 'sigkill'],
  },
  'believes-all': {
    says: 'treats any response as a success',
    file: 'src/offline/transport/classify.ts',
    seam: 'const body = isOurs(outcome) ? jsonOf(outcome.text) : undefined',
    broken: `return { type: 'acked', status: outcome.status, body: { rev: 1 }, rev: 1 }
    const body = undefined`,
    // Entries missing on the server return to the queue within a day (decision 10), in this test within a second.
    net: {
      file: 'src/offline/sync/verify-receipts.ts',
      seam: 'const { store, clock, copyOf } = check',
      broken: `if (Date.now() > 0) return 'held'
  const { store, clock, copyOf } = check`,
    },
    isInWorker: true,
    caughtBy: ['http30'],
  },
  'saved-before-commit': {
    says: 'confirms a save before the commit',
    file: 'src/offline/outbox.ts',
    seam: 'const outcome = awaitCertainOutcome(clock, {',
    broken: `enqueue(dependencies, command, trace).then(notify, () => undefined)
      return Promise.resolve({ opId: command.id, entityId: command.id })
      const outcome = awaitCertainOutcome(clock, {`,
    isInWorker: false,
    caughtBy: ['quota'],
  },
  'second-create-edits': {
    says: 'treats a second create under a known id as an edit of the first',
    file: 'src/offline/queue/enqueue/plan.ts',
    seam: ": command.kind.endsWith('.create')\n",
    broken: ": command.kind.endsWith('.create') && opsOfEntity(queue, command.id).length === 0\n",
    isInWorker: false,
    caughtBy: ['restored-drafts'],
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS

const ROOT = join(import.meta.dirname, '../../..')

/** Builds the page or the worker with the broken lines. Throws unless each line occurs exactly once. */
export function applyMutant(name: MutantName, script: 'page' | 'worker'): Plugin {
  const { file, seam, broken, net }: Mutant = MUTANTS[name]
  const seams = [{ file, seam, broken }, ...(net && script === 'page' ? [net] : [])]
  const isBroken = new Set<string>()
  return {
    name: `mutant-${name}`,
    enforce: 'pre',
    transform(code, id) {
      const wanted = seams.find((one) => id === join(ROOT, one.file))
      if (!wanted) return null
      const parts = code.split(wanted.seam)
      if (parts.length !== 2)
        throw new Error(`${wanted.file} has no single seam '${wanted.seam}': fix the mutant ${name}`)
      isBroken.add(wanted.file)
      return parts.join(wanted.broken)
    },
    buildEnd(error) {
      // A build that failed for another reason reports its own error.
      const whole = seams.find((one) => !isBroken.has(one.file))
      if (whole && !error)
        throw new Error(`The mutant ${name} has no effect: ${whole.file} is not part of the build`)
    },
  }
}
