import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Country } from '#contract/core/fields.ts'
import { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { dayIn } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { checkHistory } from '#domain/maintenance/history-rules.ts'
import { type HistoryDraft, toFields } from '#src/features/maintenance/history/history-draft.ts'
import { codesOf } from '#src/lib/field-codes.ts'
import type { HistoryFields } from '#src/offline/model/command.ts'

interface Facts {
  country: Country
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>>
  /** Names of all invoices of the entry. */
  fileNames: readonly string[]
  now: Date
}

export type HistoryCheck = { ok: true; payload: HistoryFields } | { ok: false; codes: FieldCodes }

/**
 * Validates the form with the server's rules (OFF-021): returns the fields to send, or an error code for each invalid
 * one.
 */
export function checkDraft(draft: HistoryDraft, facts: Facts): HistoryCheck {
  const fields = toFields(draft, facts.country)
  const parsed = ManualHistoryInput.safeParse(fields)
  const codes = {
    ...checkHistory(complete(fields), { ...facts, today: dayIn(undefined, facts.now) }),
    ...(parsed.success ? {} : codesOf(parsed.error.issues, fields)),
    ...shopCodes(fields),
  }
  if (parsed.success && Object.keys(codes).length === 0) return { ok: true, payload: parsed.data }
  return { ok: false, codes }
}

/**
 * The schema checks the shop only when all else is valid, and the rules need a complete entry. To report everything at
 * once, gaps are filled with values that pass both, and the schema's codes replace those of the rules.
 */
function complete(fields: ReturnType<typeof toFields>) {
  return {
    ...fields,
    vehicle_id: fields.vehicle_id ?? 0,
    odometer: fields.odometer ?? 0,
    date_of_completion: fields.date_of_completion ?? '',
    vehicle_services: fields.vehicle_services.map((service) => ({
      ...service,
      service_definition_id: service.service_definition_id ?? 0,
      price: service.price ?? '',
    })),
  } as ManualHistoryInput
}

function shopCodes(fields: { shop_id?: number; custom_shop_name?: string | undefined }): FieldCodes {
  const isMissing = fields.shop_id === undefined && fields.custom_shop_name === undefined
  return isMissing ? { custom_shop_name: ['shop_required'] } : {}
}
