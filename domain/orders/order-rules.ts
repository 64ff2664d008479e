import { isDriverOnly, ROLES, type Role } from '#domain/access/permissions.ts'

/**
 * Statuses of a shop order. `initiated_by_user` is what other systems send for 'initiated' (SVC-035);
 * Wheelbook itself never sets it.
 */
export const ORDER_STATUSES = [
  'initiated',
  'initiated_by_user',
  'active',
  'awaiting_approval',
  'approved',
  'walk_in',
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
  'cancel',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * When an order took place, for lists of the past: at its completion, or at its appointment where none is recorded. The
 * server's column effective_at says the same. Copies that an earlier build kept on a device have no `completed_at`.
 */
export const effectiveTime = (order: {
  appointment_datetime: string
  completed_at?: string | null | undefined
}): string => order.completed_at ?? order.appointment_datetime

/** The active tab, and what keeps a vehicle from another booking (ruling 16, SVC-032, SVC-034). */
export const OPEN_STATUSES = [
  'initiated',
  'initiated_by_user',
  'active',
  'awaiting_approval',
  'approved',
  'walk_in',
] as const satisfies OrderStatus[]

/** The past tab (ruling 16, SVC-033, SVC-034). */
export const PAST_STATUSES = [
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
  'cancel',
] as const satisfies OrderStatus[]

/** Work was done: what counts as cost (APR-061). */
export const DONE_STATUSES = [
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
] as const satisfies OrderStatus[]

export const isOpen = (status: string): boolean => (OPEN_STATUSES as readonly string[]).includes(status)

/** Statuses of one service of an order (APR-060, APR-061). */
export const ORDER_SERVICE_STATUSES = [
  'initiated',
  'active',
  'awaiting_approval',
  'approved',
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
  'rejected',
  'deleted',
] as const
export type OrderServiceStatus = (typeof ORDER_SERVICE_STATUSES)[number]

/** Why an approver turns a line down (APR-013, APR-014), as on the wire. */
export const REJECTION_REASONS = [
  'too_expensive',
  'not_needed_now',
  'done_elsewhere',
  'already_done',
  'other',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** Whether an approver still has to decide on a service of an order that awaits approval (APR-044). */
export const isUndecided = ({ status }: { status: string }): boolean =>
  status === 'active' || status === 'awaiting_approval' || status === 'initiated'

/** Whether a service of an order counts: it was not turned down, and its shop has not taken it off. */
export const isCounted = ({ status }: { status: string }): boolean =>
  status !== 'rejected' && status !== 'deleted'

/** Who acts: a role of the fleet, the shop (by its link, or the demo's simulator), or the system (policies, payments). */
export const ORDER_PARTIES = [...ROLES, 'shop', 'system'] as const
export type OrderParty = Role | 'shop' | 'system'

interface Move {
  from: readonly OrderStatus[]
  /** null: the order stays in its status. */
  to: OrderStatus | null
  by: readonly OrderParty[]
}

const FLEET: readonly Role[] = ROLES

/** The shop does not have the vehicle yet. */
export const BEFORE_DROP_OFF = [
  'initiated',
  'initiated_by_user',
  'active',
] as const satisfies readonly OrderStatus[]

/**
 * THE table of an order's life (ruling 14): what may happen in which status, to which it leads, and by whom.
 * What depends on more than status and role (own request, policy) is a predicate below or the server's.
 */
export const ORDER_TRANSITIONS = {
  /** The shop takes the appointment: requested becomes confirmed (SVC-040). */
  confirm: { from: ['initiated', 'initiated_by_user'], to: 'active', by: ['shop'] },
  /** The shop takes it at another of its times. */
  reschedule: { from: ['initiated', 'initiated_by_user', 'active'], to: 'active', by: ['shop'] },
  /** The fleet proposes another time, which the shop accepts or declines. Only before the shop has the vehicle. */
  propose_time: { from: BEFORE_DROP_OFF, to: null, by: FLEET },
  withdraw_time: { from: BEFORE_DROP_OFF, to: null, by: FLEET },
  accept_time: { from: BEFORE_DROP_OFF, to: 'active', by: ['shop'] },
  decline_time: { from: BEFORE_DROP_OFF, to: null, by: ['shop'] },
  /** The shop's estimate is in, and no policy approves it. A second estimate corrects the first. */
  estimate: { from: ['active', 'walk_in', 'awaiting_approval'], to: 'awaiting_approval', by: ['shop'] },
  /** The shop's estimate is in, and a policy covers it: 'Auto-Approve'. */
  auto_approve: { from: ['active', 'walk_in', 'awaiting_approval'], to: 'approved', by: ['system'] },
  /** By the system for a person whose right was checked, once the amount is held. */
  approve: { from: ['awaiting_approval'], to: 'approved', by: [...FLEET, 'system'] },
  /** Every line was turned down by somebody who may approve: the shop does no work, the vehicle is collected. */
  reject: { from: ['awaiting_approval'], to: 'cancel', by: [...FLEET, 'system'] },
  /** The shop's final amount is higher than what was approved (ruling 28). */
  exceed: { from: ['approved'], to: 'awaiting_approval', by: ['shop'] },
  complete: { from: ['approved'], to: 'complete', by: ['shop'] },
  pay: { from: ['complete', 'paid_deferred'], to: 'paid', by: ['system'] },
  pay_in_shop: { from: ['complete'], to: 'paid_in_shop', by: ['shop', 'system'] },
  /** 'In Manual Review' (SVC-038). */
  defer_payment: { from: ['complete'], to: 'paid_deferred', by: ['system'] },
  /** A person says that an order in manual review was paid in another way (ruling 28). */
  settle_outside: { from: ['paid_deferred'], to: 'paid_in_shop', by: ['system'] },
  /** The bank took a captured amount back: the order needs another payment (decision 46). */
  payment_returned: { from: ['paid'], to: 'paid_deferred', by: ['system'] },
  /** Only before the shop has the vehicle (APR-039, APR-040). A shop may turn an appointment down. */
  cancel: { from: ['initiated', 'initiated_by_user', 'active'], to: 'cancel', by: [...FLEET, 'shop'] },
  /** A promotion is applied while the order is not complete: then its invoice is written. */
  promote: { from: OPEN_STATUSES, to: null, by: FLEET },
  /** The shop's bill, when the work is done; it may come later than the payment. */
  attach_invoice: { from: DONE_STATUSES, to: null, by: ['shop'] },
  /** PO number: bookkeeping, open to the end, but for what never happened. */
  edit: { from: ORDER_STATUSES.filter((status) => status !== 'cancel'), to: null, by: FLEET },
} as const satisfies Record<string, Move>
export type OrderAction = keyof typeof ORDER_TRANSITIONS
export const ORDER_ACTIONS = Object.keys(ORDER_TRANSITIONS) as OrderAction[]

/** What a shop does through its link (ruling 15); what it may of these depends on the status. */
export const SHOP_ACTIONS = [
  'confirm',
  'reschedule',
  'cancel',
  'estimate',
  'complete',
  'attach_invoice',
] as const satisfies OrderAction[]
export type ShopAction = (typeof SHOP_ACTIONS)[number]

/** What its shop may do with an order in this status. */
export const shopActionsFor = (status: OrderStatus): ShopAction[] =>
  SHOP_ACTIONS.filter((action) => 'to' in evaluateTransition(status, action, 'shop'))

/** Where an action leads, or why it may not be: the status does not allow it, or not this party. */
export type TransitionResult = { to: OrderStatus } | { refused: 'order_status' | 'not_allowed' }

/** Judges one action on an order in a status by a party. Who may not at all hears that first, whatever the status. */
export function evaluateTransition(
  status: OrderStatus,
  action: OrderAction,
  party: OrderParty,
): TransitionResult {
  const move: Move = ORDER_TRANSITIONS[action]
  if (!move.by.includes(party)) return { refused: 'not_allowed' }
  if (!move.from.includes(status)) return { refused: 'order_status' }
  return { to: move.to ?? status }
}

/** Whether one of a person's roles may do it. A user whose only role is Driver: with what they asked for themselves. */
export function canTransition(
  who: { roles: readonly Role[]; isOriginator: boolean },
  status: OrderStatus,
  action: OrderAction,
): TransitionResult {
  if (action !== 'approve' && action !== 'reject' && isDriverOnly(who) && !who.isOriginator)
    return { refused: 'not_allowed' }
  const verdicts = who.roles.map((role) => evaluateTransition(status, action, role))
  return verdicts.find((verdict) => 'to' in verdict) ?? verdicts[0] ?? { refused: 'not_allowed' }
}

/** Appointment state (SVC-040): requested until the shop confirms it. */
export function appointmentState(status: OrderStatus): 'requested' | 'confirmed' {
  return status === 'initiated' || status === 'initiated_by_user' ? 'requested' : 'confirmed'
}

/** What the services of an order become when the order moves; rejected and deleted ones stay. */
export function serviceStatusFor(status: OrderStatus): OrderServiceStatus | null {
  switch (status) {
    case 'initiated_by_user':
      return 'initiated'
    case 'walk_in':
      return 'active'
    // A cancelled order keeps what was asked for.
    case 'cancel':
      return null
    default:
      return status
  }
}
