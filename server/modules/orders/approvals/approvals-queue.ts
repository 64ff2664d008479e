import type { Language } from '#contract/core/fields.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import type { OrderService } from '#contract/orders/order-row.ts'
import { isFmc } from '#domain/access/permissions.ts'
import { mayApprove } from '#domain/orders/approver-rules.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { positionName } from '#server/texts/position-names.ts'
import { createPolicyEvaluator, reasonOf } from '../../maintenance/policies/policies.reads.ts'
import { candidateOf } from '../orders/lifecycle/approvers.reads.ts'
import { readOrdersById } from '../orders/orders.reads.ts'
import { approvalsRepository, type WaitingRow } from './approvals.repository.ts'

interface PageQuery {
  page: number
  per_page: number
}
type Queue = Page & { approvals: WaitingApproval[] }

/**
 * Lists the orders that the actor may approve now, the longest waiting first. Fleet users get the orders of their fleet;
 * staff of a management company get those of all their approval fleets, whichever fleet they act in (ruling 30).
 */
export const listWaitingApprovals = (
  { db, actor }: { db: Database; actor: Actor },
  query: PageQuery,
): Promise<Queue> =>
  isFmc(actor)
    ? db.system((tx) => listAcrossFleets({ tx, actor }, query))
    : db.tenant(actor.fleet.id, (tx) => listOfFleet({ tx, actor }, query))

/**
 * Evaluates policies here, because they depend on amount, services and vehicle. Reads details only for the current
 * page.
 */
async function listOfFleet({ tx, actor }: ReadContext, query: PageQuery): Promise<Queue> {
  const candidate = await candidateOf(tx, actor)
  // 'anyone' is the widest verdict: a user who may not approve even then has an empty queue.
  const waiting = mayApprove(candidate, 'awaiting_approval', 'anyone')
    ? await approvalsRepository.waiting(tx, actor)
    : []
  const evaluate = waiting.length > 0 ? await createPolicyEvaluator(tx, actor.fleet.id) : null
  const own = waiting.filter(
    (row) => evaluate && mayApprove(candidate, 'awaiting_approval', evaluate(estimateOf(row)).approvers),
  )
  const rows = own.slice((query.page - 1) * query.per_page, query.page * query.per_page)
  const evaluators = new Map(evaluate && [[actor.fleet.id, evaluate]])
  return { approvals: await detailsOf({ tx, actor }, rows, evaluators), ...pageOf(query, own.length) }
}

/**
 * Staff may approve every order that waits in their approval fleets, so the database alone returns the page and its
 * count.
 */
async function listAcrossFleets({ tx, actor }: ReadContext, query: PageQuery): Promise<Queue> {
  const candidate = { userId: actor.userId, roles: actor.roles, hasApprovalFleet: true }
  if (!mayApprove(candidate, 'awaiting_approval', 'anyone')) return { approvals: [], ...pageOf(query, 0) }
  const count = await approvalsRepository.countForStaff(tx, actor.userId)
  const rows = await approvalsRepository.waitingForStaff(tx, actor.userId, query)
  return { approvals: await detailsOf({ tx, actor }, rows), ...pageOf(query, count) }
}

/** Reads the fields that the queue shows, in the order of `rows`. Adds a policy evaluator for each fleet without one. */
async function detailsOf(
  { tx, actor }: ReadContext,
  rows: readonly WaitingRow[],
  evaluators = new Map<number, PolicyEvaluator>(),
): Promise<WaitingApproval[]> {
  const ids = rows.map(({ id }) => id)
  const orders = await readOrdersById(tx, actor.language, ids)
  for (const { fleet_id: fleetId } of rows)
    if (!evaluators.has(fleetId)) evaluators.set(fleetId, await createPolicyEvaluator(tx, fleetId))
  return rows.flatMap((row): WaitingApproval[] => {
    const order = orders.get(row.id)
    if (!order) return []
    const nearest = evaluators.get(row.fleet_id)?.(estimateOf(row)).nearest
    return [
      {
        id: row.id,
        fleet: { id: row.fleet_id, name: order.fleet_name, country: row.country },
        vehicle: { id: order.vehicle_id, name: order.vehicle.name },
        shop_name: order.shop?.name ?? order.custom_shop_name,
        services: order.order_services
          .filter(isCounted)
          .map((service) => nameWithPosition(service, actor.language)),
        total: order.total,
        waiting_since: row.awaiting_since,
        appointment_datetime: order.appointment_datetime,
        fleet_time_zone: row.fleet_time_zone,
        was_approved_before: row.last_approval_date !== null,
        policy_reason: nearest ? reasonOf(nearest.policy, estimateOf(row), nearest.shortfall) : null,
      },
    ]
  })
}

type PolicyEvaluator = Awaited<ReturnType<typeof createPolicyEvaluator>>

interface ReadContext {
  tx: Transaction
  actor: Actor
}

/** Returns the name with its position, which is the only difference between two lines of the same service. */
function nameWithPosition(service: OrderService, language: Language): string {
  const name = service.vanity_label ?? service.name
  return service.position ? `${name} (${positionName(service.position, language)})` : name
}

const estimateOf = (row: WaitingRow) => ({
  vehicleId: row.vehicle_id,
  amount: row.pre_tax_sub_total,
  serviceIds: row.service_ids,
})
