import { type GloveboxItem, GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { dayIn } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { checkGloveboxItem } from '#domain/vehicles/glovebox-rules.ts'
import { codesOf } from '#src/lib/field-codes.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { BaseRevision, GloveboxFields } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'

/** Values of the document form. Its file is stored separately. */
export interface GloveboxDraft {
  /** The id of the future document. It identifies a draft that was saved right before a crash. */
  id: string
  document_type: DocumentType
  document_number: string
  expiration_date: string
  state_id: string
  insurance_name: string
  document_title: string
  /** The revision that an edit started from; null for a new document. */
  basis: BaseRevision | null
}

export function emptyGloveboxDraft(document_type: DocumentType): GloveboxDraft {
  return {
    id: newId(),
    document_type,
    document_number: '',
    expiration_date: '',
    state_id: '',
    insurance_name: '',
    document_title: '',
    basis: null,
  }
}

/** Creates the draft of an existing document. */
export function toGloveboxDraft({
  row: item,
  basis,
}: Pick<LocalRow<GloveboxItem>, 'row' | 'basis'>): GloveboxDraft {
  return {
    id: item.id,
    document_type: item.document_type,
    document_number: item.document_number ?? '',
    expiration_date: item.expiration_date ?? '',
    state_id: item.state_id ?? '',
    insurance_name: item.insurance_name ?? '',
    document_title: item.document_title ?? '',
    basis,
  }
}

/** Parses a stored draft; undefined if its text fields are not those of this version. */
export function parseGloveboxDraft(value: unknown): GloveboxDraft | undefined {
  const { basis: _, ...texts } = emptyGloveboxDraft('other')
  const isWhole = Object.keys(texts).every((key) => typeof Reflect.get(Object(value), key) === 'string')
  const draft = value as GloveboxDraft
  return isWhole ? { ...draft, basis: draft.basis ?? null } : undefined
}

/** Returns the filled-in fields of the document's type (GLV-025..027): insurance has no state, others no insurer. */
export function toGloveboxFields(draft: GloveboxDraft, vehicleId: number): GloveboxFields {
  const { document_type } = draft
  const given = (text: string) => text.trim() || undefined
  const fields = {
    document_number: given(draft.document_number),
    expiration_date: given(draft.expiration_date),
    insurance_name: document_type === 'vehicle_insurance' ? given(draft.insurance_name) : undefined,
    state_id: document_type === 'vehicle_insurance' ? undefined : given(draft.state_id),
    document_title: document_type === 'other' ? given(draft.document_title) : undefined,
  }
  const present = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { vehicle_id: vehicleId, document_type, ...Object.fromEntries(present) }
}

interface Facts {
  vehicleId: number
  /** Name of the document's file. */
  fileName: string | undefined
  now: Date
}

export type GloveboxCheck = { ok: true; payload: GloveboxFields } | { ok: false; codes: FieldCodes }

/** Validates the form by the same rules as the server (OFF-021). */
export function checkGloveboxDraft(draft: GloveboxDraft, facts: Facts): GloveboxCheck {
  const payload = toGloveboxFields(draft, facts.vehicleId)
  const parsed = GloveboxItemInput.safeParse(payload)
  if (!parsed.success) return { ok: false, codes: codesOf(parsed.error.issues, payload) }
  const codes = checkGloveboxItem(parsed.data, {
    today: dayIn(undefined, facts.now),
    fileNames: facts.fileName ? [facts.fileName] : [],
  })
  return Object.keys(codes).length > 0 ? { ok: false, codes } : { ok: true, payload }
}
