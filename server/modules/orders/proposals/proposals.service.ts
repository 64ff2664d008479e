import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { getBookableShop, reserveTime } from '../../catalog/shops/free-times.service.ts'
import { transitionOrder } from '../orders/lifecycle/order-transitions.ts'
import { showOrder } from '../orders/show-order.service.ts'
import { NO_PROPOSAL } from './proposal-responses.ts'

/** Proposes a time that is free now to the shop, replacing an earlier proposal. */
export async function proposeTime(
  { tx, actor, clock }: UseCase,
  input: { id: number; appointment_datetime: string },
  { ifMatch }: Precondition,
) {
  const at = new Date(input.appointment_datetime)
  const revision = { fleetId: actor.fleet.id, id: input.id, ifMatch }
  const proposal = { proposed_datetime: at, proposed_by: actor.userId, proposed_at: clock() }
  const head = await transitionOrder(tx, revision, 'propose_time', { actor }, proposal, { proposedTime: at })
  if (at.getTime() === Date.parse(head.appointment_datetime))
    throw new Problem('validation', { fields: { appointment_datetime: ['unchanged'] } })
  if (head.shop_id === null) throw new Problem('scheduling_not_supported')
  const shop = await getBookableShop({ tx, clock }, head.shop_id)
  if (shop.scheduling === 'not_supported') throw new Problem('scheduling_not_supported')
  await reserveTime({ tx, clock }, shop, at)
  return { body: await showOrder({ tx, actor }, input.id) }
}

/** Withdraws the pending proposal. 409 `proposal_over` if there is none. */
export async function withdrawProposal(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  id: number,
  { ifMatch }: Precondition,
) {
  const revision = { fleetId: actor.fleet.id, id, ifMatch }
  const head = await transitionOrder(tx, revision, 'withdraw_time', { actor }, NO_PROPOSAL)
  if (head.proposed_datetime === null) throw new Problem('proposal_over')
  return { body: await showOrder({ tx, actor }, id) }
}
