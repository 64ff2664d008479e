import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** Fleetcor has no settings for a fleet (ruling 29), so this only explains how it pays. */
export function FleetcorPanel() {
  const t = useTexts('payment-methods')
  return (
    <Section title={t('payment-methods:provider.Fleetcor')}>
      <AlertBox title={t('payment-methods:fleetcor.title')} message={t('payment-methods:fleetcor.message')} />
    </Section>
  )
}
