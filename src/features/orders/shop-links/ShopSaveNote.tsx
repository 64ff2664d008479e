import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import type { ShopSave } from './useShopSave.ts'

interface ShopSaveNoteProps {
  saving: Pick<ShopSave, 'isSaving' | 'hasFailed'>
  /** Name of the file that the save waits for. */
  preparing?: string | undefined
}

/** Progress of a save on the shop's page. */
export function ShopSaveNote({ saving, preparing }: ShopSaveNoteProps) {
  const t = useTexts('shop-link')
  return (
    <>
      <SavingNote isSaving={saving.isSaving} preparing={preparing} />
      {saving.hasFailed && (
        <AlertBox
          type="error"
          title={t('shop-link:notKept.title')}
          message={t('shop-link:notKept.message')}
        />
      )}
    </>
  )
}
