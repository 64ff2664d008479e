import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Message after a sign-out, for brands that show one (ACC-044). */
export function SignedOutNotice() {
  const t = useTexts('sign-in-steps')
  const { name: brand } = useBrand()
  return (
    <AlertBox
      type="success"
      title={t('sign-in-steps:signedOut.title')}
      message={t('sign-in-steps:signedOut.message', { brand })}
    />
  )
}
