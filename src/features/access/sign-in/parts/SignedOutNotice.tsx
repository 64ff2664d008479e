import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Message after a sign-out, for brands that show one (ACC-044). */
export function SignedOutNotice() {
  const t = useTexts('doors')
  const { name: brand } = useBrand()
  return (
    <AlertBox
      type="success"
      title={t('doors:signedOut.title')}
      message={t('doors:signedOut.message', { brand })}
    />
  )
}
