import type { FileManifestEntry } from '#contract/core/documents.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import type { ShopSave } from './useShopSave.ts'

interface ShopSaveNoteProps {
  saving: Pick<ShopSave, 'isSaving' | 'hasFailed' | 'goneFiles'>
  /** Files of the form. */
  files?: readonly FileManifestEntry[]
  /** Name of the file that the save waits for. */
  preparing?: string | undefined
}

/** Progress of a save on the shop's page. */
export function ShopSaveNote({ saving, preparing, files = [] }: ShopSaveNoteProps) {
  const t = useTexts('shop-link')
  // Without those that the user has removed since.
  const gone = files.filter(({ id }) => saving.goneFiles.includes(id))
  return (
    <>
      <SavingNote isSaving={saving.isSaving} preparing={preparing} />
      {gone.length > 0 && (
        <AlertBox
          type="error"
          title={t('shop-link:notKept.title')}
          message={t('shop-link:notKept.gone', { names: gone.map((file) => file.file_name).join(', ') })}
        />
      )}
      {saving.hasFailed && saving.goneFiles.length === 0 && (
        <AlertBox
          type="error"
          title={t('shop-link:notKept.title')}
          message={t('shop-link:notKept.message')}
        />
      )}
    </>
  )
}
