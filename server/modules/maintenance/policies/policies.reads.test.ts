import { expect, test } from 'vitest'
import { evaluatePolicies, type Policy } from '#domain/maintenance/policy-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPolicyEvaluator } from './policies.reads.ts'

/** Vehicle ids that count how often they are read from the first to the last, or searched. */
class CountedIds extends Array<number> {
  static reads = 0
  override [Symbol.iterator]() {
    CountedIds.reads++
    return super[Symbol.iterator]()
  }
  override includes(id: number) {
    CountedIds.reads++
    return super.includes(id)
  }
}

test('an evaluator decides like the rules, and reads the vehicles of a policy once for any number of estimates', async () => {
  const policies = Array.from({ length: 40 }, (_, i): Policy => {
    const vehicles = Array.from({ length: 30 }, (_, n) => 1 + ((i + n * 7) % 100))
    return {
      id: i + 1,
      amount: String(100 + i),
      service_definition_ids: i % 3 ? [] : [1, 2],
      user_ids: [i % 5],
      vehicle_ids: CountedIds.from(vehicles),
      all_vehicles: i % 10 === 0,
      auto_approvable: i % 4 === 0,
    }
  })
  const db = {
    query: async () => policies.map((policy) => ({ ...policy, drivers: [] })),
  } as unknown as Queryable
  const evaluate = await createPolicyEvaluator(db, 1)
  const estimates = Array.from({ length: 100 }, (_, i) => ({
    vehicleId: i + 1,
    amount: String(90 + (i % 60)),
    serviceIds: [1 + (i % 3)],
  }))
  const decided = estimates.map(evaluate)
  expect(CountedIds.reads).toBe(policies.filter((policy) => !policy.all_vehicles).length)
  expect(decided).toEqual(
    estimates.map((estimate) => {
      const { approvers, nearest } = evaluatePolicies(policies, estimate)
      return { approvers, nearest }
    }),
  )
})
