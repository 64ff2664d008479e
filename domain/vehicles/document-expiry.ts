import type { DocumentType } from '#domain/access/permissions.ts'

/** Days before the expiry of a document or plate on which reminders are sent; 0: the last day. Our choice. */
export const DOCUMENT_STAGES = [0, 7, 30] as const
/** "Needs you today" lists a document from its first reminder on. */
export const DOCUMENT_NOTICE_DAYS = 30

/** A vehicle has one document of these types: one that lasts longer replaces the others. */
export const SINGLE_DOCUMENT_TYPES: readonly DocumentType[] = ['vehicle_insurance', 'registration']
