import { isDriverOnly, ROLES, type Role } from '#domain/access/permissions.ts'

/**
 * Statuses of a shop order. Other systems send `initiated_by_user` for 'initiated' (SVC-035); Wheelbook itself never
 * sets it.
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
 * Time of an order in lists of past orders: its completion, or its appointment if no completion is recorded. Matches
 * the server's column effective_at. Older local copies have no `completed_at`.
 */
export const effectiveTime = (order: {
  appointment_datetime: string
  completed_at?: string | null | undefined
}): string => order.completed_at ?? order.appointment_datetime

/** Statuses of the active tab, which prevent another booking of the vehicle (ruling 16, SVC-032, SVC-034). */
export const OPEN_STATUSES = [
  'initiated',
  'initiated_by_user',
  'active',
  'awaiting_approval',
  'approved',
  'walk_in',
] as const satisfies OrderStatus[]

/** Statuses of the past tab (ruling 16, SVC-033, SVC-034). */
export const PAST_STATUSES = [
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
  'cancel',
] as const satisfies OrderStatus[]

/** Statuses after completed work, which count as cost (APR-061). */
export const DONE_STATUSES = [
  'complete',
  'paid',
  'paid_in_shop',
  'paid_deferred',
] as const satisfies OrderStatus[]

export const isOpen = (status: string): boolean => (OPEN_STATUSES as readonly string[]).includes(status)

/** Filters of a list of open orders: vehicles that are at a shop, or late there. */
export const STAYS = ['at_shop', 'late'] as const
export type Stay = (typeof STAYS)[number]

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

/** Reasons for rejecting a line (APR-013, APR-014), as on the wire. */
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

/** Whether a service of an order counts: neither rejected nor removed by the shop. */
export const isCounted = ({ status }: { status: string }): boolean =>
  status !== 'rejected' && status !== 'deleted'

/** Services of an order that a list names: those requested of an open order, and of a past one only the work done. */
export const listedServices = <Service extends { status: string }>(order: {
  status: string
  order_services: readonly Service[]
}): Service[] =>
  order.order_services.filter((service) =>
    isOpen(order.status) ? service.status !== 'deleted' : isCounted(service),
  )

/**
 * Acting party: a role of the fleet, the shop (through its link, or the demo's simulator), or the system (policies,
 * payments).
 */
export const ORDER_PARTIES = [...ROLES, 'shop', 'system'] as const
export type OrderParty = Role | 'shop' | 'system'

interface Move {
  from: readonly OrderStatus[]
  /** null: the status does not change. */
  to: OrderStatus | null
  by: readonly OrderParty[]
}

const FLEET: readonly Role[] = ROLES

/** Statuses before the shop has the vehicle. */
export const BEFORE_DROP_OFF = [
  'initiated',
  'initiated_by_user',
  'active',
] as const satisfies readonly OrderStatus[]

/**
 * Lifecycle of an order (ruling 14): in which statuses an action is allowed, where it leads, and by whom. Conditions
 * beyond status and role (own request, policy) are predicates below, or the server's.
 */
const ORDER_TRANSITIONS = {
  /** The shop confirms the appointment: requested becomes confirmed (SVC-040). */
  confirm: { from: ['initiated', 'initiated_by_user'], to: 'active', by: ['shop'] },
  /** The shop confirms another of its times. */
  reschedule: { from: ['initiated', 'initiated_by_user', 'active'], to: 'active', by: ['shop'] },
  /** The fleet proposes another time, which the shop accepts or declines. Only before the shop has the vehicle. */
  propose_time: { from: BEFORE_DROP_OFF, to: null, by: FLEET },
  withdraw_time: { from: BEFORE_DROP_OFF, to: null, by: FLEET },
  accept_time: { from: BEFORE_DROP_OFF, to: 'active', by: ['shop'] },
  decline_time: { from: BEFORE_DROP_OFF, to: null, by: ['shop'] },
  /** The shop submits an estimate that no policy approves. A second estimate corrects the first. */
  estimate: { from: ['active', 'walk_in', 'awaiting_approval'], to: 'awaiting_approval', by: ['shop'] },
  /** The shop submits an estimate that a policy covers: 'Auto-Approve'. */
  auto_approve: { from: ['active', 'walk_in', 'awaiting_approval'], to: 'approved', by: ['system'] },
  /** By the system for an authorized user, once the amount is held. */
  approve: { from: ['awaiting_approval'], to: 'approved', by: [...FLEET, 'system'] },
  /** An approver rejected every line: the shop does no work, and the vehicle is collected. */
  reject: { from: ['awaiting_approval'], to: 'cancel', by: [...FLEET, 'system'] },
  /** The shop's final amount exceeds the approved amount (ruling 28). */
  exceed: { from: ['approved'], to: 'awaiting_approval', by: ['shop'] },
  /** The shop corrected its final bill, which is within the approval again (APR-080). */
  correct_bill: { from: ['awaiting_approval'], to: 'approved', by: ['shop'] },
  complete: { from: ['approved'], to: 'complete', by: ['shop'] },
  pay: { from: ['complete', 'paid_deferred'], to: 'paid', by: ['system'] },
  pay_in_shop: { from: ['complete'], to: 'paid_in_shop', by: ['shop', 'system'] },
  /** 'In Manual Review' (SVC-038). */
  defer_payment: { from: ['complete'], to: 'paid_deferred', by: ['system'] },
  /** A user records that an order in manual review was paid in another way (ruling 28). */
  settle_outside: { from: ['paid_deferred'], to: 'paid_in_shop', by: ['system'] },
  /** The bank took a captured amount back: the order needs another payment (decision 46). */
  payment_returned: { from: ['paid'], to: 'paid_deferred', by: ['system'] },
  /** Only before the shop has the vehicle (APR-039, APR-040). A shop may decline an appointment. */
  cancel: { from: ['initiated', 'initiated_by_user', 'active'], to: 'cancel', by: [...FLEET, 'shop'] },
  /** A promotion can be applied until the order is complete, because its invoice is written then. */
  promote: { from: OPEN_STATUSES, to: null, by: FLEET },
  /** The shop's bill after the work; it may arrive after the payment. */
  attach_invoice: { from: DONE_STATUSES, to: null, by: ['shop'] },
  /** PO number: may be changed in every status except canceled. */
  edit: { from: ORDER_STATUSES.filter((status) => status !== 'cancel'), to: null, by: FLEET },
} as const satisfies Record<string, Move>
/** Orders that can still be canceled. */
export const CANCELABLE_STATUSES: readonly OrderStatus[] = ORDER_TRANSITIONS.cancel.from
export type OrderAction = keyof typeof ORDER_TRANSITIONS
export const ORDER_ACTIONS = Object.keys(ORDER_TRANSITIONS) as OrderAction[]

/** Actions of a shop through its link (ruling 15); the status decides which are allowed. */
export const SHOP_ACTIONS = [
  'confirm',
  'reschedule',
  'cancel',
  'estimate',
  'complete',
  'attach_invoice',
] as const satisfies OrderAction[]
type ShopAction = (typeof SHOP_ACTIONS)[number]

/** Returns the actions that a shop may take on an order in this status. */
export const shopActionsFor = (status: OrderStatus): ShopAction[] =>
  SHOP_ACTIONS.filter((action) => 'to' in evaluateTransition(status, action, 'shop'))

/** Resulting status, or why the action is not allowed: by the status or for this party. */
type TransitionResult = { to: OrderStatus } | { refused: 'order_status' | 'not_allowed' }

/** Evaluates an action of a party on an order in a status. `not_allowed` takes precedence over `order_status`. */
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

/** Returns whether one of a user's roles allows it. Driver-only users: only for their own requests. */
export function canTransition(
  user: { roles: readonly Role[]; isOriginator: boolean },
  status: OrderStatus,
  action: OrderAction,
): TransitionResult {
  if (action !== 'approve' && action !== 'reject' && isDriverOnly(user) && !user.isOriginator)
    return { refused: 'not_allowed' }
  const verdicts = user.roles.map((role) => evaluateTransition(status, action, role))
  return verdicts.find((verdict) => 'to' in verdict) ?? verdicts[0] ?? { refused: 'not_allowed' }
}

/** Appointment state (SVC-040): requested until the shop confirms it. */
export function appointmentState(status: OrderStatus): 'requested' | 'confirmed' {
  return status === 'initiated' || status === 'initiated_by_user' ? 'requested' : 'confirmed'
}

/** Returns the new status of an order's services for the order's status; rejected and deleted ones stay. */
export function serviceStatusFor(status: OrderStatus): OrderServiceStatus | null {
  switch (status) {
    case 'initiated_by_user':
      return 'initiated'
    case 'walk_in':
      return 'active'
    // A canceled order keeps its requested services.
    case 'cancel':
      return null
    default:
      return status
  }
}
