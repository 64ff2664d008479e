import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A line of the real outbox that is broken on purpose, and the scenarios that must detect the fault. */
export interface Mutant {
  /** For the report. */
  description: string
  file: string
  /** The original line and the broken one. */
  original: string
  broken: string
  /** A safety net that would compensate for the fault and is disabled too; only the page has it. */
  safetyNet?: { file: string; original: string; broken: string }
  /** Whether the service worker contains this line too. */
  isInWorker: boolean
  caughtBy: readonly string[]
}

/** The benchmark is only valid if it detects each mutant (docs/offline.md#proof). */
export const MUTANTS = {
  'deletes-first': {
    description: 'deletes an operation before it is sent, as workbox does',
    file: 'src/offline/sender/send-lane.ts',
    original: 'const outcome = file\n',
    broken: `await store.writeForSending(() => store.db.ops.delete(op.id))
    const outcome = file\n`,
    isInWorker: true,
    caughtBy: ['http30', 'sigkill'],
  },
  'believes-all': {
    description: 'treats any response as a success',
    file: 'src/offline/transport/classify.ts',
    original: 'const body = isOurs(outcome) ? jsonOf(outcome.text) : undefined',
    broken: `return { type: 'acked', status: outcome.status, body: { rev: 1 }, rev: 1 }
    const body = undefined`,
    // Entries missing on the server return to the queue within a day (decision 10), in this test within a second.
    safetyNet: {
      file: 'src/offline/sync/verify-receipts.ts',
      original: 'const { store, clock, copies } = check',
      broken: `if (Date.now() > 0) return 'held'
  const { store, clock, copies } = check`,
    },
    isInWorker: true,
    caughtBy: ['http30'],
  },
  'saved-before-commit': {
    description: 'confirms a save before the commit',
    file: 'src/offline/outbox.ts',
    original: 'const outcome = awaitCertainOutcome(clock, {',
    broken: `enqueue(dependencies, command, trace).then(notify, () => undefined)
      return Promise.resolve({ opId: command.id, entityId: command.id })
      const outcome = awaitCertainOutcome(clock, {`,
    isInWorker: false,
    caughtBy: ['quota'],
  },
  'second-create-edits': {
    description: 'treats a second create under a known id as an edit of the first',
    file: 'src/offline/queue/enqueue/plan.ts',
    original: ": command.kind.endsWith('.create')\n",
    broken: ": command.kind.endsWith('.create') && opsOfEntity(queue, command.id).length === 0\n",
    isInWorker: false,
    caughtBy: ['restored-drafts'],
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS

const ROOT = join(import.meta.dirname, '../../..')

/** Builds the page or the worker with the broken lines. Throws unless each line occurs exactly once. */
export function applyMutant(name: MutantName, script: 'page' | 'worker'): Plugin {
  const { file, original, broken, safetyNet }: Mutant = MUTANTS[name]
  const lines = [{ file, original, broken }, ...(safetyNet && script === 'page' ? [safetyNet] : [])]
  const isBroken = new Set<string>()
  return {
    name: `mutant-${name}`,
    enforce: 'pre',
    transform(code, id) {
      const wanted = lines.find((line) => id === join(ROOT, line.file))
      if (!wanted) return null
      const parts = code.split(wanted.original)
      if (parts.length !== 2)
        throw new Error(`${wanted.file} has no single line '${wanted.original}': fix the mutant ${name}`)
      isBroken.add(wanted.file)
      return parts.join(wanted.broken)
    },
    buildEnd(error) {
      // A build that failed for another reason reports its own error.
      const whole = lines.find((line) => !isBroken.has(line.file))
      if (whole && !error)
        throw new Error(`The mutant ${name} has no effect: ${whole.file} is not part of the build`)
    },
  }
}
