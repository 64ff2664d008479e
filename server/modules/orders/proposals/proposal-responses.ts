import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { getBookableShop, reserveTime } from '#server/modules/catalog/shops/free-times.service.ts'
import { lockOrder, transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'

/** The columns of an order without a pending proposal. */
export const NO_PROPOSAL = { proposed_datetime: null, proposed_by: null, proposed_at: null } as const

/** The shop accepts the proposed time. 409 if that proposal has ended or the time is taken. */
export async function acceptProposal(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  { fleet, orderId }: ShopActor,
  seen: string,
): Promise<void> {
  const orderKey = { fleetId: fleet.id, id: orderId }
  const head = await lockOrder(tx, orderKey, 'accept_time', { shop: true })
  const at = requireSameProposal(head.proposed_datetime, seen)
  if (head.shop_id === null) throw new Problem('not_found')
  await reserveTime({ tx, clock }, await getBookableShop({ tx, clock }, head.shop_id), at)
  const change = { ...NO_PROPOSAL, appointment_datetime: at }
  await transitionOrder(tx, orderKey, 'accept_time', { shop: true }, change, { proposedTime: at })
}

/** The shop keeps the appointment unchanged. */
export async function declineProposal(
  tx: Transaction,
  { fleet, orderId }: ShopActor,
  seen: string,
): Promise<void> {
  const orderKey = { fleetId: fleet.id, id: orderId }
  const head = await lockOrder(tx, orderKey, 'decline_time', { shop: true })
  const proposedTime = requireSameProposal(head.proposed_datetime, seen)
  await transitionOrder(tx, orderKey, 'decline_time', { shop: true }, NO_PROPOSAL, { proposedTime })
}

/** Throws proposal_over if the pending proposal is not the one that the shop saw. */
function requireSameProposal(proposed: string | null, seen: string): Date {
  if (proposed === null || Date.parse(proposed) !== Date.parse(seen)) throw new Problem('proposal_over')
  return new Date(proposed)
}
