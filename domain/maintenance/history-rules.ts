import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Country } from '#contract/core/fields.ts'
import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { addCode, checkFileList, type FieldCodes } from '#domain/core/file-rules.ts'
import { INVOICE_MAX_COUNT } from '#domain/core/limits.ts'
import { isZipFor } from '#domain/core/zip.ts'

/** Facts that the rules need in addition to the input. */
export interface HistoryFacts {
  country: Country
  /** Last day that is not in the future, `YYYY-MM-DD`: today on the device; on the server, today in the latest zone. */
  today: string
  /** Service catalog by id. A missing id does not exist. */
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>>
  /** File names of the invoices after the save, in order. */
  fileNames: readonly string[]
}

/**
 * Checks rules of a history entry that its schema cannot express, in form, outbox and server (OFF-021). Codes:
 * date_of_completion 'future' (MHX-007) · zip 'zip' or 'postal_code' (MHX-011, MHX-012) ·
 * vehicle_services.N.service_definition_id 'unknown' · .position 'position' · .service_miles/.service_kilometers 'unit'
 * (MHX-039) · maintenance_documents_attributes 'max_files' (MHX-019), 'duplicate_file' (MHX-021), 'file_type'.
 */
export function checkHistory(input: ManualHistoryInput, facts: HistoryFacts): FieldCodes {
  const codes: FieldCodes = {}
  if (input.date_of_completion > facts.today) addCode(codes, 'date_of_completion', 'future')
  if (input.zip !== undefined && !isZipFor(facts.country, input.zip))
    addCode(codes, 'zip', facts.country === 'CA' ? 'postal_code' : 'zip')
  input.vehicle_services.forEach((line, i) => {
    const at = `vehicle_services.${i}`
    const service = facts.services.get(line.service_definition_id)
    if (!service) addCode(codes, `${at}.service_definition_id`, 'unknown')
    else if (
      line.position !== undefined &&
      service.positions.length > 0 &&
      !service.positions.includes(line.position)
    )
      addCode(codes, `${at}.position`, 'position')
    const otherUnit = facts.country === 'CA' ? 'service_miles' : 'service_kilometers'
    if (line[otherUnit] !== undefined) addCode(codes, `${at}.${otherUnit}`, 'unit')
  })
  const files = checkFileList(facts.fileNames, INVOICE_MAX_COUNT)
  if (files) addCode(codes, 'maintenance_documents_attributes', files)
  return codes
}
