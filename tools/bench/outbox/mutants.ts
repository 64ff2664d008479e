import { join } from 'node:path'
import type { Plugin } from 'vite'

/** One seam of the real outbox, broken on purpose, and the scenarios that must see it lose. */
export interface Mutant {
  /** What it does wrong. */
  says: string
  file: string
  /** The line as it is, and as it is broken. */
  seam: string
  broken: string
  /** A safety net that would make up for it, taken away too; only the page has it. */
  net?: { file: string; seam: string; broken: string }
  /** Whether the service worker has the seam too. */
  isInWorker: boolean
  caughtBy: readonly string[]
}

/** The bench must see each of them lose, or it proves nothing (docs/offline.md#proof). */
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
    says: 'takes any answer for a success',
    file: 'src/offline/transport/classify.ts',
    seam: 'const body = isOurs(outcome) ? jsonOf(outcome.text) : undefined',
    broken: `return { type: 'acked', status: outcome.status, body: { rev: 1 }, rev: 1 }
    const body = undefined`,
    // What the server does not have comes back into the queue within a day (decision 10), here within a second.
    net: {
      file: 'src/offline/sync/verify-receipts.ts',
      seam: 'const { store, clock, cache, heal } = documents',
      broken: `if (Date.now() > 0) return 'held'
  const { store, clock, cache, heal } = documents`,
    },
    isInWorker: true,
    caughtBy: ['http30'],
  },
  'saved-before-commit': {
    says: 'says that an entry is kept before it is',
    file: 'src/offline/outbox.ts',
    seam: 'return untilKnown(clock, patienceFor(command), {',
    broken: `act(enqueue(enqueuing, command, trace)).catch(() => undefined)
      return Promise.resolve({ opId: command.id, entityId: command.id })
      return untilKnown(clock, patienceFor(command), {`,
    isInWorker: false,
    caughtBy: ['quota'],
  },
  'second-create-edits': {
    says: 'takes a second create under a known id for an edit of the first',
    file: 'src/offline/queue/enqueue/place.ts',
    seam: "if (prepared.command.kind.endsWith('.create')) return",
    broken:
      "if (prepared.command.kind.endsWith('.create') && (await opsOfEntity(db, prepared.command.id)).length === 0) return",
    isInWorker: false,
    caughtBy: ['restored-drafts'],
  },
} as const satisfies Record<string, Mutant>

export type MutantName = keyof typeof MUTANTS

const ROOT = join(import.meta.dirname, '../../..')

/** Builds page or worker with the seams broken; fails when one of them is not there exactly once. */
export function breakSeam(name: MutantName, script: 'page' | 'worker'): Plugin {
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
        throw new Error(`${wanted.file} has no single seam '${wanted.seam}': mend the mutant ${name}`)
      isBroken.add(wanted.file)
      return parts.join(wanted.broken)
    },
    buildEnd(error) {
      // A build that failed for another reason says so itself.
      const whole = seams.find((one) => !isBroken.has(one.file))
      if (whole && !error)
        throw new Error(`The mutant ${name} is whole: ${whole.file} is not part of the build`)
    },
  }
}
