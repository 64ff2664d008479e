// Second implementation of the policy rules for the tests: slow, without the engine, and with amounts as digits.

export interface SlowPolicy {
  id: number
  amount: string
  service_definition_ids: number[]
  user_ids: number[]
  vehicle_ids: number[]
  all_vehicles: boolean
  auto_approvable: boolean
}
export interface SlowEstimate {
  vehicleId: number
  amount: string
  serviceIds: number[]
}

/** Converts '12.5' to 1250n: the digits before the point and two after it. */
function digits(amount: string): bigint {
  const point = amount.indexOf('.')
  const whole = point < 0 ? amount : amount.slice(0, point)
  const rest = point < 0 ? '' : amount.slice(point + 1)
  return BigInt(whole + rest.padEnd(2, '0'))
}

function isHere(policy: SlowPolicy, vehicleId: number): boolean {
  if (policy.all_vehicles) return true
  for (const id of policy.vehicle_ids) if (id === vehicleId) return true
  return false
}

function missingServices(policy: SlowPolicy, estimate: SlowEstimate): number[] {
  const missing: number[] = []
  if (policy.service_definition_ids.length === 0) return missing
  for (const wanted of estimate.serviceIds) {
    let isListed = false
    for (const listed of policy.service_definition_ids) if (listed === wanted) isListed = true
    if (!isListed && !missing.includes(wanted)) missing.push(wanted)
  }
  return missing
}

const centsOver = (policy: SlowPolicy, estimate: SlowEstimate): bigint => {
  const over = digits(estimate.amount) - digits(policy.amount)
  return over > 0n ? over : 0n
}

interface SlowVerdict {
  atOnce: number | null
  approvers: 'anyone' | 'owners' | number[]
  nearest: { id: number; services: number[]; centsOver: bigint } | null
}

export function slowVerdict(policies: SlowPolicy[], estimate: SlowEstimate): SlowVerdict {
  const here: SlowPolicy[] = []
  for (const policy of policies) if (isHere(policy, estimate.vehicleId)) here.push(policy)
  if (here.length === 0) return { atOnce: null, approvers: 'anyone', nearest: null }

  let atOnce: SlowPolicy | null = null
  let nearest: SlowPolicy | null = null
  const approvers: number[] = []
  for (const policy of here) {
    const missing = missingServices(policy, estimate).length
    const over = centsOver(policy, estimate)
    const covers = missing === 0 && over === 0n
    if (covers)
      for (const id of policy.user_ids) {
        if (!approvers.includes(id)) approvers.push(id)
      }
    if (!policy.auto_approvable) continue
    if (covers && (!atOnce || isLower(policy, atOnce))) atOnce = policy
    if (!nearest || isNearer(policy, nearest, estimate)) nearest = policy
  }
  approvers.sort((a, b) => a - b)
  return {
    atOnce: atOnce ? atOnce.id : null,
    approvers: approvers.length > 0 ? approvers : 'owners',
    nearest:
      atOnce || !nearest
        ? null
        : {
            id: nearest.id,
            services: missingServices(nearest, estimate),
            centsOver: centsOver(nearest, estimate),
          },
  }
}

function isLower(policy: SlowPolicy, other: SlowPolicy): boolean {
  if (digits(policy.amount) < digits(other.amount)) return true
  if (digits(policy.amount) > digits(other.amount)) return false
  return policy.id < other.id
}

function isNearer(policy: SlowPolicy, other: SlowPolicy, estimate: SlowEstimate): boolean {
  const missing = missingServices(policy, estimate).length - missingServices(other, estimate).length
  if (missing !== 0) return missing < 0
  const over = centsOver(policy, estimate) - centsOver(other, estimate)
  if (over !== 0n) return over < 0n
  return isLower(policy, other)
}
