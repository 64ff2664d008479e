import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { OPERATION_VERSIONS, type QueuedCall } from '#contract/core/operation-versions.ts'
import { isFileOp, type OpRow, type Trouble } from './op-row.ts'
import { attributesOf, EntryPayloadV1, FilePayloadV1 } from './payload.ts'

/** A request without the common headers (key, names, digest). The file of a 'file.put' is added when it is sent. */
interface RequestSpec {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Body as nested fields; null: no body, or the file. */
  fields: Record<string, unknown> | null
  /** Sent as JSON, because a form cannot express null. */
  isJson?: true
}

/** How one kind of operation is stored and sent, in every version that a device may still hold. */
export interface OpKind {
  /** Version that new operations get. */
  current: number
  /** Upgrades a payload from version n to n + 1, only before its first attempt. */
  upcasts: Readonly<Record<number, (payload: unknown) => unknown>>
  /** Builds the request of version n. Null: the payload cannot be parsed as that version. */
  requests: Readonly<Record<number, (op: OpRow) => RequestSpec | null>>
}

const HISTORIES = '/api/v4/manual_maintenance_histories'
const GLOVEBOX = '/api/v4/glovebox_items'

const KINDS: Readonly<Record<string, OpKind>> = {
  'history.create': queued('history.create', (op) =>
    requestFromPayload(
      op,
      (body) => ({ method: 'POST', path: HISTORIES, fields: { id: op.entityId, ...body } }),
      historyBody,
    ),
  ),
  'history.update': queued('history.update', (op) =>
    requestFromPayload(
      op,
      (body) => ({ method: 'PUT', path: `${HISTORIES}/${op.entityId}`, fields: body }),
      historyBody,
    ),
  ),
  'history.delete': queued('history.destroy', (op) => ({
    method: 'DELETE',
    path: `${HISTORIES}/${op.entityId}`,
    fields: null,
  })),
  'glovebox.create': queued('glovebox.create', (op) =>
    requestFromPayload(op, (body) => ({ method: 'POST', path: GLOVEBOX, fields: body }), gloveboxBody),
  ),
  'glovebox.update': queued('glovebox.update', (op) =>
    requestFromPayload(
      op,
      (body) => ({ method: 'PUT', path: `${GLOVEBOX}/${op.entityId}`, fields: body }),
      gloveboxBody,
    ),
  ),
  'glovebox.delete': queued('glovebox.destroy', (op) => ({
    method: 'DELETE',
    path: `${GLOVEBOX}/${op.entityId}`,
    fields: null,
  })),
  'order-comments.update': queued('orders.update', (op) =>
    requestFromPayload(
      op,
      ({ order_id, ...fields }) => ({
        method: 'PUT',
        path: `/api/v4/orders/${String(order_id)}`,
        fields,
        isJson: true,
      }),
      (_op, { fields: { order_id, customer_comments = null } }) => ({ order_id, customer_comments }),
    ),
  ),
  'reading.create': queued('odometer.create', (op) => vehicleRequest(op, 'POST', 'odometer_readings')),
  'void.create': queued('odometer.void', (op) =>
    vehicleRequest(op, 'POST', (fields) => `odometer_readings/${String(fields.reading_id)}/void`),
  ),
  'mark.create': queued('schedules.servicesCompleted', (op) =>
    vehicleRequest(op, 'PUT', 'oem_schedules/services_completed'),
  ),
  'interval-mark.create': queued('schedules.intervalCompleted', (op) =>
    vehicleRequest(op, 'PUT', (fields) => `oem_schedules/${String(fields.interval_id)}/mark_as_completed`),
  ),
  'service-mark.create': queued('schedules.serviceCompleted', (op) =>
    requestFromPayload(
      op,
      (fields) => ({ method: 'PUT', path: '/api/v4/vehicles/update_is_completed', fields }),
      immutableBody,
    ),
  ),
  'snooze.create': queued('reminders.snooze', (op) =>
    vehicleRequest(op, 'POST', 'vehicle_reminders/snooze_reminder'),
  ),
  'shop.confirm': shopAction('shopLinks.confirm', 'confirm'),
  'shop.decline': shopAction('shopLinks.decline', 'decline'),
  'shop.accept_time': shopAction('shopLinks.acceptTime', 'accept_time'),
  'shop.decline_time': shopAction('shopLinks.declineTime', 'decline_time'),
  'shop.estimate': shopAction('shopLinks.estimate', 'estimate'),
  'shop.complete': shopAction('shopLinks.complete', 'complete'),
  'shop.invoice': shopAction('shopLinks.invoice', 'invoices'),
  'file.put': queued('history.putFile', (op) => {
    const payload = parsed(FilePayloadV1, op.payload)
    return payload && { method: 'PUT', path: `/api/v4/${payload.target}/${payload.fileId}`, fields: null }
  }),
}

/** Returns the kind of an operation, or null if this build does not know its version; such an operation is held. */
export function kindOf(op: Pick<OpRow, 'kind' | 'v'>): OpKind | null {
  const kind = Object.hasOwn(KINDS, op.kind) ? KINDS[op.kind] : undefined
  return kind?.requests[op.v] ? kind : null
}

/** The version that new operations of this kind are stored in. */
export const currentVersion = (kind: string): number => KINDS[kind]?.current ?? 1

/** Upgrades version and payload to this build. Only before the first attempt; afterwards both are frozen. */
export function upcast(op: Pick<OpRow, 'kind' | 'v' | 'payload'>): { v: number; payload: unknown } {
  const kind = KINDS[op.kind]
  let { v, payload } = op
  while (kind && v < kind.current) {
    const lift = kind.upcasts[v]
    if (!lift) break
    payload = lift(payload)
    v += 1
  }
  return { v, payload }
}

/** Edits and deletes name the revision that they are based on. */
export const needsBaseRevision = (kind: string): boolean =>
  kind.endsWith('.update') || kind.endsWith('.delete')

/**
 * Whether a refused operation no longer matters, so that it leaves the device without a decision: the file of an
 * estimate that a later one replaced.
 */
export const isObsolete = (op: OpRow, { code }: Pick<Trouble, 'code'>): boolean =>
  code === 'gone' &&
  isFileOp(op) &&
  parsed(FilePayloadV1, op.payload)?.target.startsWith('shop_links/') === true

/** A kind whose later versions only add optional fields: a payload of one version is also one of the next. */
function queued(call: QueuedCall, request: (op: OpRow) => RequestSpec | null): OpKind {
  const current = OPERATION_VERSIONS[call]
  const versions = Array.from({ length: current }, (_, i) => i + 1)
  return {
    current,
    upcasts: Object.fromEntries(versions.slice(1).map((v) => [v - 1, (payload: unknown) => payload])),
    requests: Object.fromEntries(versions.map((v) => [v, request])),
  }
}

type Body = (op: OpRow, payload: z.infer<typeof EntryPayloadV1>) => Record<string, unknown>

function requestFromPayload(
  op: OpRow,
  request: (body: Record<string, unknown>) => RequestSpec,
  body: Body,
): RequestSpec | null {
  const payload = parsed(EntryPayloadV1, op.payload)
  return payload && request(body(op, payload))
}

type Fields = z.infer<typeof EntryPayloadV1>['fields']

/** The request of an immutable command about a vehicle: under the vehicle's URL, with its own id and time. */
function vehicleRequest(
  op: OpRow,
  method: RequestSpec['method'],
  path: string | ((fields: Fields) => string),
): RequestSpec | null {
  return requestFromPayload(
    op,
    (fields) => {
      const rest = typeof path === 'string' ? path : path(fields)
      return { method, path: `/api/v4/vehicles/${op.vehicleId}/${rest}`, fields }
    },
    immutableBody,
  )
}

/** An entry of a shop about its order (docs/decisions/0018-shop-links.md). Sent as JSON, because it contains lists. */
function shopAction(call: QueuedCall, path: string): OpKind {
  return queued(call, (op) =>
    requestFromPayload(
      op,
      ({ order_id, ...fields }) => ({
        method: 'POST',
        path: `/api/v4/shop_links/${String(order_id)}/${path}`,
        fields,
        isJson: true,
      }),
      (_op, { fields }) => fields,
    ),
  )
}

const immutableBody: Body = (op, payload) => ({
  ...payload.fields,
  id: op.entityId,
  entered_at: payload.enteredAt,
})

/** MHX-023, MHX-026. */
function historyBody(_op: OpRow, payload: z.infer<typeof EntryPayloadV1>): Record<string, unknown> {
  return {
    ...payload.fields,
    with_manual_history: true,
    entered_at: payload.enteredAt,
    maintenance_documents_attributes: attributesOf(payload),
  }
}

/** GLV-025 to GLV-028. */
function gloveboxBody(op: OpRow, payload: z.infer<typeof EntryPayloadV1>): Record<string, unknown> {
  return {
    glovebox_item: {
      id: op.entityId,
      ...payload.fields,
      entered_at: payload.enteredAt,
      glovebox_documents_attributes: attributesOf(payload),
    },
  }
}

function parsed<T extends z.ZodMiniType>(schema: T, payload: unknown): z.infer<T> | null {
  const result = safeParse(schema, payload)
  return result.success ? (result.data as z.infer<T>) : null
}
