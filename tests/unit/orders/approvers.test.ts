import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { evaluatePolicies } from '#domain/maintenance/policy-rules.ts'
import { isNamedApprover, mayApprove } from '#domain/orders/approver-rules.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-rules.ts'
import { type SlowEstimate, type SlowPolicy, slowVerdict } from '../maintenance/policy-reference.ts'

const CASES = 10_000

interface Who {
  userId: number
  roles: Role[]
  hasApprovalFleet: boolean
}

/** Second implementation of who may approve: by cases, from ruling 30 and APR-035 to APR-037, without the engine. */
function slowMayApprove(
  who: Who,
  status: OrderStatus,
  policies: SlowPolicy[],
  estimate: SlowEstimate,
): boolean {
  if (status !== 'awaiting_approval') return false
  let isStaff = false
  let isOwner = false
  for (const role of who.roles) {
    if (role === 'FMC' || role === 'FMC Fleet Admin' || role === 'FMC Fleet Manager') isStaff = true
    if (role === 'Owner' || role === 'Account Owner') isOwner = true
  }
  if (isStaff) return who.hasApprovalFleet
  const { approvers } = slowVerdict(policies, estimate)
  if (approvers === 'anyone') return true
  if (approvers === 'owners') return isOwner
  for (const id of approvers) if (id === who.userId) return true
  return false
}

/**
 * Second implementation of the approvers that an order names: users who may approve. Without a policy only staff see
 * names: those of owners and staff.
 */
function slowNamed(
  reader: Who,
  users: Who[],
  status: OrderStatus,
  policies: SlowPolicy[],
  estimate: SlowEstimate,
): Who[] {
  let isReaderStaff = false
  for (const role of reader.roles)
    if (role === 'FMC' || role === 'FMC Fleet Admin' || role === 'FMC Fleet Manager') isReaderStaff = true
  const isFree = slowVerdict(policies, estimate).approvers === 'anyone'
  const named: Who[] = []
  for (const user of users) {
    if (!slowMayApprove(user, status, policies, estimate)) continue
    if (isFree && !isReaderStaff) continue
    let isShown = !isFree || user.hasApprovalFleet
    for (const role of user.roles) if (role === 'Owner' || role === 'Account Owner') isShown = true
    if (isShown) named.push(user)
  }
  return named
}

const someIds = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: max })
const amount = fc.constantFrom('0.00', '99.99', '100.00', '100.01', '250.00', '99999999.99')
const policies = fc
  .array(
    fc.record({
      amount,
      service_definition_ids: someIds(3),
      user_ids: someIds(4),
      vehicle_ids: someIds(3),
      all_vehicles: fc.boolean(),
      auto_approvable: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((all) =>
    all.map(
      (policy, i): SlowPolicy => ({
        ...policy,
        id: i + 1,
        user_ids: policy.auto_approvable ? [] : policy.user_ids,
      }),
    ),
  )
const estimate = fc.record({
  vehicleId: fc.integer({ min: 1, max: 3 }),
  amount,
  serviceIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
})
const who = fc
  .record({
    userId: fc.integer({ min: 1, max: 4 }),
    roles: fc.uniqueArray(fc.constantFrom(...ROLES), { minLength: 1, maxLength: 3 }),
    hasApprovalFleet: fc.boolean(),
  })
  // Only FMC users have approval fleets.
  .map((candidate) => ({
    ...candidate,
    hasApprovalFleet: candidate.hasApprovalFleet && candidate.roles.some((role) => role.startsWith('FMC')),
  }))
const users = fc.array(who, { maxLength: 6 })
// Half of the orders await approval. The other half shows that no other status can be approved.
const status = fc.oneof(fc.constant('awaiting_approval' as const), fc.constantFrom(...ORDER_STATUSES))

test('10,000 generated users, policies and orders: who may approve and who is named match a slow reference', () => {
  const seen = { yes: 0, no: 0, staff: 0, named: 0, notNamed: 0 }
  fc.assert(
    fc.property(who, users, status, policies, estimate, (person, others, at, all, input) => {
      const expected = slowMayApprove(person, at, all, input)
      const { approvers } = evaluatePolicies(all, input)
      expect(mayApprove(person, at, approvers)).toBe(expected)
      const named = others.filter((candidate) => isNamedApprover(person, candidate, at, approvers))
      expect(named).toEqual(slowNamed(person, others, at, all, input))
      seen.named += named.length
      seen.notNamed += others.length - named.length
      seen[expected ? 'yes' : 'no']++
      if (expected && person.hasApprovalFleet) seen.staff++
    }),
    { numRuns: CASES },
  )
  // Each outcome occurred often enough to be significant.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(CASES / 50)
})
