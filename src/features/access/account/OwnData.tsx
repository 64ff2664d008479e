import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** The signed-in user's record on the server (ACC-011). */
export function OwnData() {
  const t = useTexts('password')
  const { user, fleet } = useSession()
  const { phone } = useFormat()
  return (
    <Section title={t('password:account.own')}>
      <Facts
        facts={[
          { label: t('password:account.name'), value: user.name },
          { label: t('password:account.email'), value: user.email },
          { label: t('password:account.phone'), value: user.cellPhone && phone(user.cellPhone) },
          { label: t('password:account.fleet'), value: fleet.name },
        ]}
      />
    </Section>
  )
}
