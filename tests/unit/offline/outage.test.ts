import { expect, it } from 'vitest'
import { outageTargets } from '#tools/bench/outbox/targets/outage.ts'

it('sends few requests to a server that is down for ten minutes, and still detects it within 35 s (row 8)', async () => {
  for (const { figure, value, goal } of await outageTargets())
    if (goal && 'atMost' in goal) expect(value, figure).toBeLessThanOrEqual(goal.atMost)
})
