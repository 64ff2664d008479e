import type { GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { addCode, checkFileList, type FieldCodes } from '#domain/core/file-rules.ts'

/** Maximum files of one item; the last one is current (GLV-030). Our choice. */
const GLOVEBOX_FILES_MAX = 10

interface GloveboxFacts {
  /** First day that is not in the past, `YYYY-MM-DD`: the day of entry. */
  today: string
  /** File names after the save, in order. */
  fileNames: readonly string[]
}

/**
 * Checks rules of a glovebox item that its schema cannot express, in dialog, outbox and server (OFF-021).
 * `canEditDocument` decides who may edit which type. Codes: expiration_date 'past' (GLV-012) · state_id 'state_id' ·
 * insurance_name, state_id, document_title 'not_for_type' (GLV-026, GLV-027) · glovebox_documents_attributes 'required'
 * (GLV-013), 'max_files', 'file_type'.
 */
export function checkGloveboxItem(item: GloveboxItemInput, facts: GloveboxFacts): FieldCodes {
  const codes: FieldCodes = {}
  if (item.expiration_date !== undefined && item.expiration_date < facts.today)
    addCode(codes, 'expiration_date', 'past')
  const isInsurance = item.document_type === 'vehicle_insurance'
  if (item.insurance_name !== undefined && !isInsurance) addCode(codes, 'insurance_name', 'not_for_type')
  if (item.state_id !== undefined && isInsurance) addCode(codes, 'state_id', 'not_for_type')
  if (item.state_id !== undefined && !isStateOf('US', item.state_id) && !isStateOf('CA', item.state_id))
    addCode(codes, 'state_id', 'state_id')
  if (item.document_title !== undefined && item.document_type !== 'other')
    addCode(codes, 'document_title', 'not_for_type')
  if (facts.fileNames.length === 0) addCode(codes, 'glovebox_documents_attributes', 'required')
  // Repeated names are allowed, because a new scan of a document often has the same name.
  const files = checkFileList([...new Set(facts.fileNames)], GLOVEBOX_FILES_MAX)
  if (files) addCode(codes, 'glovebox_documents_attributes', files)
  return codes
}
