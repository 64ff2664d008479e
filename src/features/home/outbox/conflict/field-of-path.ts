import { PARTS, type PartName } from '#src/offline/model/merge/differences.ts'

/** A part of an entry's form, or a field of an immutable command that no form has. */
export type FieldName = PartName | 'reading' | 'readingDay' | 'voidReason'

const FIELDS: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  ...PARTS,
  date: [...PARTS.date, 'completed_on'],
  services: [...PARTS.services, 'service_completed_details', 'service_definition_ids', 'service_id'],
  file: ['maintenance_documents_attributes', 'glovebox_documents_attributes'],
  reading: ['value'],
  readingDay: ['read_on'],
  voidReason: ['reason'],
}

/**
 * The field of a path in a rejection ('vehicle_services.0.price'); null for an unknown one.
 * @param isFile the server rejected a file; its fields are those of the file itself
 */
export function fieldOfPath(path: string, isFile: boolean): FieldName | null {
  if (isFile) return 'file'
  const [field = ''] = path.replace(/^glovebox_item\./, '').split('.')
  const names = Object.keys(FIELDS) as FieldName[]
  return names.find((name) => FIELDS[name]?.includes(field)) ?? null
}
