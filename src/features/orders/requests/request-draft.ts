import * as z from 'zod/mini'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import type { ServiceRequest } from '#contract/orders/orders.ts'
import { COMMENTS_MAX, PO_NUMBER_MAX } from '#domain/core/limits.ts'

/** Form name under which request drafts are stored. */
export const REQUEST_FORM = 'request:new'

const ServiceLine = z.object({
  service_definition_id: z.number(),
  /** '' until one is chosen. */
  position: z.string(),
})
export type ServiceLine = z.infer<typeof ServiceLine>

/** What the form and the schedule step need to know about the chosen shop, without fetching it. */
const ChosenShop = z.object({
  id: z.number(),
  name: z.string(),
  address_line1: z.string(),
  city: z.string(),
  state: z.string(),
  main_phone_number: z.string(),
  support_medium_and_heavy_duty_vehicles: z.boolean(),
  scheduling: z.enum(['online', 'call', 'not_supported']),
})
export type ChosenShop = z.infer<typeof ChosenShop>

/** A service request in progress, over both of its screens (SVC-050). */
const RequestDraft = z.object({
  vehicle_id: z.nullable(z.number()),
  services: z.array(ServiceLine),
  shop: z.nullable(ChosenShop),
  po_number: z.string(),
  customer_comments: z.string(),
  fault_codes: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Date and time in the shop's time zone; '' until chosen. */
  date: z.string(),
  appointment_datetime: z.string(),
  /** Applied when the order exists (SHP-021). Older drafts have none. */
  promotion: z._default(
    z.nullable(
      z.union([z.object({ code: z.string() }), z.object({ promotion_id: z.number(), name: z.string() })]),
    ),
    null,
  ),
  /** The promotion's idempotency key, so that a retry after a reload applies it once. */
  promotion_key: z._default(z.string(), () => crypto.randomUUID()),
  /** Whether the user entered anything besides the prefilled values. Unknown in older drafts. */
  isTyped: z._default(z.boolean(), true),
  /**
   * The booking's idempotency key, stable until something changes, so that a lost response creates no second booking.
   */
  key: z.string(),
})
export type RequestDraft = z.infer<typeof RequestDraft>

/** Parses a stored draft; undefined if an older version wrote it. */
export const parseRequest = (value: unknown): RequestDraft | undefined => RequestDraft.safeParse(value).data

/** Values that another screen passes: a vehicle, services, a shop, fault codes (SVC-068..070). */
export interface RequestPrefill {
  vehicle_id?: number | undefined
  services?: { service_definition_id: number; position?: string | undefined }[] | undefined
  shop?: ChosenShop | undefined
  fault_codes?: { id: string; name: string }[] | undefined
}

export function emptyRequest(prefill: RequestPrefill = {}): RequestDraft {
  return {
    vehicle_id: prefill.vehicle_id ?? null,
    services: (prefill.services ?? []).map(lineOf),
    shop: prefill.shop ?? null,
    po_number: '',
    customer_comments: '',
    fault_codes: prefill.fault_codes ?? [],
    date: '',
    appointment_datetime: '',
    promotion: null,
    promotion_key: crypto.randomUUID(),
    isTyped: false,
    key: crypto.randomUUID(),
  }
}

const lineOf = (line: { service_definition_id: number; position?: string | undefined }): ServiceLine => ({
  service_definition_id: line.service_definition_id,
  position: line.position ?? '',
})

/**
 * Replaces the draft's values with those that another screen passes. All others stay, except fault codes of another
 * vehicle.
 */
export function prefilled(draft: RequestDraft, { vehicle_id, services, shop, fault_codes }: RequestPrefill) {
  const isOtherVehicle = vehicle_id !== undefined && vehicle_id !== draft.vehicle_id
  return withPart(draft, {
    ...(vehicle_id !== undefined && { vehicle_id }),
    ...(isOtherVehicle && { fault_codes: [] }),
    ...(services !== undefined && { services: services.map(lineOf) }),
    ...(shop !== undefined && { shop }),
    ...(fault_codes !== undefined && { fault_codes }),
  })
}

/** Returns the draft after a change by the user. */
export const withChanges = (draft: RequestDraft, part: Partial<RequestDraft>): RequestDraft => ({
  ...withPart(draft, part),
  isTyped: true,
})

/** Returns the draft with changed values and a new booking key. Clears the time if the shop or the work changed. */
function withPart(draft: RequestDraft, part: Partial<RequestDraft>): RequestDraft {
  const isOtherWork = 'shop' in part || 'vehicle_id' in part || 'services' in part
  return {
    ...draft,
    ...(isOtherWork && { date: '', appointment_datetime: '' }),
    ...part,
    key: crypto.randomUUID(),
  }
}

export type RequestProblem =
  | 'vehicle'
  | 'inactive'
  | 'services'
  | 'position'
  | 'dutyService'
  | 'dutyShop'
  | 'shop'
  | 'notSupported'
  | 'orderExists'
  | 'payment'
  | 'tooLong'

export interface RequestFacts {
  vehicle: { is_active: boolean; vehicle_type_id: 'light' | 'medium_heavy' } | undefined
  services: ReadonlyMap<
    number,
    Pick<ServiceDefinition, 'positions' | 'support_medium_and_heavy_duty_vehicles'>
  >
  hasOpenOrder: boolean
  /** Undefined: unknown. */
  payment: { is_required: boolean; is_available: boolean } | undefined
  /** The panel of all locations, where the shop is chosen last (SVC-082). */
  showsAllShops: boolean
}

/** Returns why the request cannot continue, in form order; empty if it can (SVC-076, SVC-081..089). */
export function problemsOf(draft: RequestDraft, facts: RequestFacts): RequestProblem[] {
  const { vehicle, services, hasOpenOrder, payment, showsAllShops } = facts
  const isMediumOrHeavyDuty = vehicle?.vehicle_type_id === 'medium_heavy'
  const lines = draft.services.map((line) => ({ ...line, service: services.get(line.service_definition_id) }))
  const { shop } = draft
  const rules: [RequestProblem, boolean][] = [
    ['vehicle', vehicle === undefined],
    ['inactive', vehicle?.is_active === false],
    ['orderExists', hasOpenOrder],
    ['services', lines.length === 0],
    ['position', lines.some((line) => isWithoutPosition(line.service?.positions ?? [], line.position))],
    [
      'dutyService',
      isMediumOrHeavyDuty &&
        lines.some(({ service }) => service?.support_medium_and_heavy_duty_vehicles === false),
    ],
    ['shop', shop === null && !showsAllShops],
    ['dutyShop', isMediumOrHeavyDuty && shop?.support_medium_and_heavy_duty_vehicles === false],
    ['notSupported', shop?.scheduling === 'not_supported'],
    ['payment', payment?.is_required === true && !payment.is_available],
    ['tooLong', draft.customer_comments.length > COMMENTS_MAX || draft.po_number.length > PO_NUMBER_MAX],
  ]
  return rules.flatMap(([problem, isWrong]) => (isWrong ? [problem] : []))
}

const isWithoutPosition = (positions: readonly string[], position: string) =>
  positions.length > 0 && !positions.includes(position)

/** Builds the body of the booking (SVC-104, SVC-105). */
export function toRequest(draft: RequestDraft, hasPaymentMethod: boolean): ServiceRequest | undefined {
  const { shop, vehicle_id, po_number, customer_comments, appointment_datetime, fault_codes } = draft
  if (!shop || vehicle_id === null || appointment_datetime === '') return undefined
  return {
    shop_id: shop.id,
    vehicle_id,
    order_services: draft.services.map(toRequested),
    ...(po_number.trim() && { po_number: po_number.trim() }),
    ...(customer_comments.trim() && { customer_comments: customer_comments.trim() }),
    appointment_datetime,
    payment_method_availability: hasPaymentMethod,
    fault_codes,
  }
}

/**
 * Returns the appointment that a promotion is checked for, or null if the vehicle, the shop or the services are
 * missing.
 */
export function appointmentOf({ shop, vehicle_id, services }: RequestDraft) {
  if (!shop || vehicle_id === null || services.length === 0) return null
  return { shop_id: shop.id, vehicle_id, order_services: services.map(toRequested) }
}

const toRequested = ({ service_definition_id, position }: ServiceLine) => ({
  service_definition_id,
  ...(position && { position }),
})

/** Returns the part of a shop that a request stores. */
export function chosenShop(shop: Shop): ChosenShop {
  const { id, name, address_line1, city, state, main_phone_number, scheduling } = shop
  const { support_medium_and_heavy_duty_vehicles } = shop
  return {
    id,
    name,
    address_line1,
    city,
    state,
    main_phone_number,
    // Copies stored by older versions lack this field.
    support_medium_and_heavy_duty_vehicles: support_medium_and_heavy_duty_vehicles ?? true,
    scheduling: scheduling ?? 'online',
  }
}

/** Returns a unique key of a line: a service may occur twice, at two positions. */
export function keyOf(lines: readonly ServiceLine[], index: number): string {
  const id = lines[index]?.service_definition_id
  const before = lines.slice(0, index).filter((line) => line.service_definition_id === id)
  return `${id} ${before.length}`
}
