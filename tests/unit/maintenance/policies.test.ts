import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Estimate, evaluatePolicies, type Policy } from '#domain/maintenance/policy-rules.ts'
import { type SlowPolicy, slowVerdict } from './policy-reference.ts'

const CASES = 20_000

const aPolicy = (given: Partial<Policy>): Policy => ({
  id: 1,
  amount: '250',
  service_definition_ids: [],
  user_ids: [],
  vehicle_ids: [],
  all_vehicles: true,
  auto_approvable: false,
  ...given,
})
const anEstimate = (given: Partial<Estimate> = {}): Estimate => ({
  vehicleId: 7,
  amount: '200.00',
  serviceIds: [1],
  ...given,
})

/** Uses few ids and similar amounts, so that policies match, overlap and miss by a cent. */
const someIds = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: max })
const amount = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999 }).map(String),
  fc.constantFrom('0', '0.00', '0.01', '99.99', '100', '100.0', '100.00', '100.01', '100.1', '99999999.99'),
)
const policy = fc
  .record({
    amount,
    service_definition_ids: fc.oneof(fc.constant<number[]>([]), someIds(4)),
    people: someIds(4),
    places: someIds(3),
    all_vehicles: fc.boolean(),
    auto_approvable: fc.boolean(),
  })
  .map(({ people, places, ...policy }) => ({
    ...policy,
    user_ids: policy.auto_approvable ? [] : people,
    vehicle_ids: policy.all_vehicles ? [] : places,
  }))
const policies = fc.array(policy, { maxLength: 7 }).chain((all) =>
  fc.shuffledSubarray(
    all.map((policy, i): SlowPolicy => ({ ...policy, id: i + 1 })),
    { minLength: all.length },
  ),
)
const estimate = fc.record({
  vehicleId: fc.integer({ min: 1, max: 3 }),
  amount,
  serviceIds: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
})

test('policies decide like a slow reference, for generated policies and estimates', () => {
  const seen = { atOnce: 0, anyone: 0, owners: 0, named: 0, nearest: 0 }
  fc.assert(
    fc.property(policies, estimate, (all, estimated) => {
      const slow = slowVerdict(all, estimated)
      const verdict = evaluatePolicies(all, estimated)
      expect(verdict.autoApprovedBy?.id ?? null).toBe(slow.atOnce)
      expect(verdict.approvers).toEqual(slow.approvers)
      expect(verdict.nearest?.policy.id).toBe(slow.nearest?.id)
      expect(verdict.nearest?.shortfall.services).toEqual(slow.nearest?.services)
      if (slow.nearest) {
        const over = verdict.nearest?.shortfall.over ?? '0.00'
        expect(BigInt(over.replace('.', ''))).toBe(slow.nearest.centsOver)
      }
      if (slow.atOnce !== null) seen.atOnce++
      if (slow.nearest) seen.nearest++
      seen[Array.isArray(slow.approvers) ? 'named' : slow.approvers]++
    }),
    { numRuns: CASES },
  )
  // Each outcome occurred often enough to be significant.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(CASES / 50)
})

test('the order of policies does not change the result', () => {
  fc.assert(
    fc.property(policies, estimate, (all, input) => {
      expect(evaluatePolicies(all.toReversed(), input)).toEqual(evaluatePolicies(all, input))
    }),
    { numRuns: 2000 },
  )
})

test('an estimate of exactly the amount is covered, one cent more is not, and the verdict contains the excess', () => {
  const automatic = aPolicy({ amount: '250', auto_approvable: true })
  expect(evaluatePolicies([automatic], anEstimate({ amount: '250.00' }))).toEqual({
    autoApprovedBy: automatic,
    approvers: 'owners',
    covering: [automatic],
    nearest: null,
  })
  expect(evaluatePolicies([automatic], anEstimate({ amount: '250.01' }))).toEqual({
    autoApprovedBy: null,
    covering: [],
    approvers: 'owners',
    nearest: { policy: automatic, shortfall: { services: [], over: '0.01' } },
  })
})

test('two policies that each cover a part do not cover the whole', () => {
  const oil = aPolicy({ id: 1, service_definition_ids: [1], auto_approvable: true })
  const tires = aPolicy({ id: 2, service_definition_ids: [2, 3], auto_approvable: true })
  const verdict = evaluatePolicies([oil, tires], anEstimate({ serviceIds: [1, 2, 3] }))
  expect(verdict.autoApprovedBy).toBeNull()
  expect(verdict.nearest).toMatchObject({ policy: tires, shortfall: { services: [1], over: null } })
})

test('APR-036: without a policy on the vehicle anyone may approve; with a policy that names no one, the owners may', () => {
  const elsewhere = aPolicy({ all_vehicles: false, vehicle_ids: [8], user_ids: [5] })
  expect(evaluatePolicies([elsewhere], anEstimate()).approvers).toBe('anyone')
  // All vehicles of the policy have been deleted, so it applies to none.
  expect(evaluatePolicies([aPolicy({ all_vehicles: false })], anEstimate()).approvers).toBe('anyone')
  // All users of the policy have left. It still applies, so that approval does not open to everyone.
  expect(evaluatePolicies([aPolicy({ user_ids: [] })], anEstimate()).approvers).toBe('owners')
  expect(evaluatePolicies([aPolicy({ user_ids: [9, 5] })], anEstimate()).approvers).toEqual([5, 9])
})
