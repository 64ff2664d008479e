import type { AnyContractProcedure } from '@orpc/contract'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { OPERATION_VERSIONS, type QueuedCall } from '#contract/core/operation-versions.ts'
import { jsonSchemaOf } from '#server/http/body/input.ts'
import { currentVersion, kindOf, upcast } from '#src/offline/model/op-kinds.ts'

const FILE = ['file id']
const PART = ['file id offset']
const MANIFEST = (name: string) =>
  ['id', 'file_name', 'content_type=image/jpeg|image/png|application/pdf', 'byte_size', 'sha256']
    .map((field) => `${name}.${field}`)
    .join(' ')
const HISTORY = [
  `id vehicle_id zip shop_id custom_shop_name po_number customer_comments odometer date_of_completion entered_at
  with_manual_history vehicle_services.service_definition_id vehicle_services.price vehicle_services.position
  vehicle_services.service_miles vehicle_services.service_kilometers ${MANIFEST('maintenance_documents_attributes')}
  maintenance_documents_attributes._destroy maintenance_documents_attributes.invoice_document_url`,
]
const ITEM = `glovebox_item.id glovebox_item.vehicle_id
  glovebox_item.document_type=driver_license|vehicle_insurance|registration|other
  glovebox_item.document_number glovebox_item.expiration_date glovebox_item.insurance_name glovebox_item.state_id
  glovebox_item.document_title glovebox_item.entered_at
  ${MANIFEST('glovebox_item.glovebox_documents_attributes')}
  glovebox_item.glovebox_documents_attributes._destroy glovebox_item.glovebox_documents_attributes.document_url`
const MARK = 'id vehicle_id customer_id completed_on odometer last_completed_on entered_at'

/**
 * The fields of the first version of each call, then those that each later version added. Never change a list: a new field
 * or choice is a new version, in `OPERATION_VERSIONS` too.
 */
const FIELDS: Readonly<Record<QueuedCall, readonly string[]>> = {
  'history.create': HISTORY,
  'history.update': HISTORY,
  'history.destroy': ['id'],
  'history.putFile': FILE,
  'history.putPart': PART,
  'glovebox.create': [ITEM],
  'glovebox.update': [`id ${ITEM}`],
  'glovebox.destroy': ['id'],
  'glovebox.putFile': FILE,
  'glovebox.putPart': PART,
  'orders.update': ['id customer_comments'],
  'odometer.create': ['id vehicle_id value unit=mi|km read_on entered_at'],
  'odometer.void': ['id vehicle_id reading_id reason entered_at'],
  'schedules.servicesCompleted': [
    `${MARK} interval_id service_completed_details.id service_completed_details.is_completed are_all_completed`,
  ],
  'schedules.intervalCompleted': [`${MARK} interval_id is_completed service_definition_ids`],
  'schedules.serviceCompleted': [`${MARK} service_id is_completed`],
  'reminders.snooze': ['id vehicle_id snooze from entered_at'],
  'shopLinks.confirm': ['id appointment_datetime'],
  'shopLinks.decline': ['id note'],
  'shopLinks.acceptTime': ['id appointment_datetime'],
  'shopLinks.declineTime': ['id appointment_datetime'],
  'shopLinks.estimate': [
    `id lines.service_definition_id lines.position lines.price lines.note ${MANIFEST('lines.photos')}`,
    'based_on.rev based_on.entry',
  ],
  'shopLinks.complete': [
    'id lines.service_definition_id lines.position lines.price lines.note odometer invoice_number',
    'based_on.rev based_on.entry requests_approval',
  ],
  'shopLinks.invoice': [`id invoice_number ${MANIFEST('documents')}`],
  'shopLinks.putFile': ['id document_id file'],
  'shopLinks.putPart': ['id document_id offset file'],
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: string[]
}

/** Every field of an input at any depth, with its choices if it has any. */
function fieldsOf({ properties = {}, items, anyOf = [], enum: choices }: Schema, path: string): string[] {
  const inner = [
    ...Object.entries(properties).flatMap(([name, schema]) =>
      fieldsOf(schema, path ? `${path}.${name}` : name),
    ),
    ...[...(items ? [items] : []), ...anyOf].flatMap((schema) => fieldsOf(schema, path)),
  ]
  if (inner.length > 0 && inner.some((field) => field !== path)) return [...new Set(inner)]
  return [choices ? `${path}=${choices.join('|')}` : path]
}

/** Devices queue only the comments of an order. */
const isQueued = (call: QueuedCall, field: string) =>
  call !== 'orders.update' || field === 'id' || field === 'customer_comments'

const inputOf = (call: QueuedCall): Schema => {
  const [noun, name] = call.split('.') as ['history', 'create']
  const procedure: AnyContractProcedure = contract[noun][name]
  return jsonSchemaOf(procedure['~orpc'].inputSchema) as Schema
}

const calls = Object.keys(OPERATION_VERSIONS) as QueuedCall[]

describe('the versions of operations that devices queue (OFF-060)', () => {
  it.each(calls)('%s has the fields of its version, and a new field needs a new version', (call) => {
    const listed = FIELDS[call].flatMap((fields) => fields.split(/\s+/))
    const fields = fieldsOf(inputOf(call), '').filter((field) => isQueued(call, field))
    expect(fields.sort()).toEqual(listed.sort())
    expect(OPERATION_VERSIONS[call]).toBe(FIELDS[call].length)
  })

  it('are the same for the files of all kinds of entries, which are one kind of operation', () => {
    const versions = calls
      .filter((call) => /putFile|putPart/.test(call))
      .map((call) => OPERATION_VERSIONS[call])
    expect(new Set(versions)).toEqual(new Set([currentVersion('file.put')]))
  })

  it('let a device send what an earlier build stored: upgraded if it was never sent, else as it was', () => {
    const stored = { kind: 'shop.estimate', v: 1, payload: { fields: {} } }
    expect(upcast(stored)).toEqual({ v: OPERATION_VERSIONS['shopLinks.estimate'], payload: stored.payload })
    expect(kindOf(stored)?.requests[1]).toBeDefined()
    expect(kindOf({ ...stored, v: OPERATION_VERSIONS['shopLinks.estimate'] + 1 })).toBeNull()
  })
})
