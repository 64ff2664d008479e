import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTANTS, type Mutant } from '#tools/bench/outbox/mutants.ts'

describe('mutants of the outbox (docs/offline.md#proof)', () => {
  it.each(Object.entries<Mutant>(MUTANTS))(
    '%s breaks one line of the outbox that exists',
    (_name, mutant) => {
      for (const { file, original } of [mutant, ...(mutant.safetyNet ? [mutant.safetyNet] : [])]) {
        const code = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
        expect(code.split(original), `${original} in ${file}`).toHaveLength(2)
      }
    },
  )
})
