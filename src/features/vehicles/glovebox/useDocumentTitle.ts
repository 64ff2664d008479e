import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the names of the four types (GLV-002). */
export function useDocumentTypes(): Record<DocumentType, string> {
  const t = useTexts('glovebox')
  return {
    driver_license: t('glovebox:type.driver_license'),
    vehicle_insurance: t('glovebox:type.vehicle_insurance'),
    registration: t('glovebox:type.registration'),
    other: t('glovebox:type.other'),
  }
}

/** Returns a document's own title, else the name of its type. */
export function useDocumentTitle(): (item: Pick<GloveboxItem, 'document_type' | 'document_title'>) => string {
  const types = useDocumentTypes()
  return (item) => item.document_title || types[item.document_type]
}
