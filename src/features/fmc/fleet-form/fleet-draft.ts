import type { Fleet } from '#contract/access/fleet.ts'
import type { Country } from '#contract/core/locale.ts'
import {
  FirstOwner,
  FleetChange,
  NewFleet,
  PAYMENT_TYPES,
  type PaymentType,
} from '#contract/fmc/fleet-fields.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { changedFields } from '#src/lib/changed-fields.ts'
import { codesOf } from '#src/lib/field-codes.ts'

const OWNER_FIELDS = ['firstName', 'lastName', 'email', 'cellPhone'] as const

/** Draft of a fleet; empty text means not set. */
export interface FleetDraft {
  name: string
  region: string
  rep: string
  other_id: string
  fleet_payment_type: PaymentType | ''
  share_wex_number: boolean
  has_subscription: boolean
  address_line1: string
  city: string
  state: string
  zip: string
  /** For a new fleet only. */
  country: Country
  /** For a new fleet only. Empty: as suggested. */
  time_zone: string
  /** For a new fleet only: whether its first Owner is invited. */
  invitesOwner: boolean
  firstName: string
  lastName: string
  email: string
  cellPhone: string
}

export function toDraft(fleet: Fleet | null, country: Country): FleetDraft {
  return {
    name: fleet?.name ?? '',
    region: fleet?.region ?? '',
    rep: fleet?.rep ?? '',
    other_id: fleet?.other_id ?? '',
    fleet_payment_type: fleet?.fleet_payment_type ?? '',
    share_wex_number: fleet?.share_wex_number ?? false,
    has_subscription: (fleet?.subscribed_from ?? null) !== null,
    address_line1: fleet?.address?.address_line1 ?? '',
    city: fleet?.address?.city ?? '',
    state: fleet?.address?.state ?? '',
    zip: fleet?.address?.zip ?? '',
    country: fleet?.country ?? country,
    time_zone: '',
    invitesOwner: true,
    firstName: '',
    lastName: '',
    email: '',
    cellPhone: '',
  }
}

/** Returns the body of `POST /fleets`. */
export function toNewFleet(draft: FleetDraft) {
  return {
    fleet: newFleetOf(draft) satisfies NewFleet,
    ...(draft.invitesOwner && { owner: ownerOf(draft) }),
  }
}

/** Returns the body of `PUT /fleets/{id}`. */
export const toFleetChange = (draft: FleetDraft): FleetChange => changeOf(draft)

/** Validates a draft; returns error codes by field of the draft. */
export function validateFleet(draft: FleetDraft, isNew: boolean): FieldCodes {
  const fleet = isNew ? newFleetOf(draft) : changeOf(draft)
  const checked = (isNew ? NewFleet : FleetChange).safeParse(fleet)
  const codes = toDraftFields(prefixed('fleet', codesOf(checked.error?.issues ?? [], fleet)))
  if (!isNew || !draft.invitesOwner) return codes
  const owner = ownerOf(draft)
  const faults = codesOf(FirstOwner.safeParse(owner).error?.issues ?? [], owner)
  return { ...codes, ...toDraftFields(prefixed('owner', faults)) }
}

/** Maps the server's field codes to fields of the draft: `fleet.address_attributes.zip` to `zip`. */
export function toDraftFields(codes: FieldCodes): FieldCodes {
  return Object.fromEntries(
    Object.entries(codes).map(([path, list]) => [path.split('.').at(-1) ?? path, list]),
  )
}

/** Returns what a reload restores: the changed fields. */
export function changesToStore(draft: FleetDraft, initial: FleetDraft): Partial<FleetDraft> {
  return Object.fromEntries(changedFields(draft, initial).map((field) => [field, draft[field]]))
}

/**
 * Applies stored changes to the fleet as it is now, so that a restored draft does not undo what someone else saved in
 * other fields. Returns undefined for drafts of other versions.
 */
export function restoreDraft(stored: unknown, initial: FleetDraft): FleetDraft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const draft: FleetDraft = { ...initial, ...stored }
  // A payment type that is set cannot be removed.
  draft.fleet_payment_type ||= initial.fleet_payment_type
  const isDraft =
    changedFields(draft, initial).every((field) => typeof draft[field] === typeof initial[field]) &&
    ['US', 'CA'].includes(draft.country) &&
    ['', ...PAYMENT_TYPES].includes(draft.fleet_payment_type)
  return isDraft ? draft : undefined
}

function changeOf(draft: FleetDraft) {
  const textOrNull = (text: string) => text.trim() || null
  const address = {
    address_line1: textOrNull(draft.address_line1),
    city: textOrNull(draft.city),
    state: textOrNull(draft.state),
    zip: textOrNull(draft.zip),
  }
  const hasAddress = Object.values(address).some((part) => part !== null)
  return {
    name: draft.name.trim(),
    region: textOrNull(draft.region),
    rep: textOrNull(draft.rep),
    other_id: textOrNull(draft.other_id),
    ...(draft.fleet_payment_type && { fleet_payment_type: draft.fleet_payment_type }),
    share_wex_number: draft.share_wex_number,
    has_subscription: draft.has_subscription,
    address_attributes: hasAddress ? address : null,
  }
}

const newFleetOf = (draft: FleetDraft) => ({
  ...changeOf(draft),
  country: draft.country,
  ...(draft.time_zone && { time_zone: draft.time_zone }),
})

function ownerOf(draft: FleetDraft) {
  const texts = Object.fromEntries(OWNER_FIELDS.map((field) => [field, draft[field].trim()]))
  const { firstName = '', lastName = '', email = '', cellPhone = '' } = texts
  return { firstName, lastName, email, cellPhone: cellPhone.replace(/\D/g, '') || null }
}

const prefixed = (prefix: string, codes: FieldCodes): FieldCodes =>
  Object.fromEntries(Object.entries(codes).map(([path, list]) => [`${prefix}.${path}`, list]))
