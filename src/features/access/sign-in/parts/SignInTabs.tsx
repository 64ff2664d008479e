import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useId, useState } from 'react'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Redirects the browser to the partner's own sign-in (ACC-038). */
const PARTNER = '/api/v4/partner_sessions/auth_link'

/**
 * User and Admin tabs for brands that separate them: one has the form, the other a link to another site (ACC-037 to
 * ACC-040).
 */
export function SignInTabs({ form }: { form: ReactNode }) {
  const t = useTexts('sign-in-steps')
  const id = useId()
  const { signIn } = useBrand()
  const [tab, setTab] = useState<'user' | 'admin'>('user')
  const adminNotice = signIn.adminNotice?.[currentLanguage()]
  const panels = {
    user: signIn.partnerUrl === null ? form : <PartnerLink />,
    admin:
      adminNotice === undefined ? (
        form
      ) : (
        <AlertBox title={t('sign-in-steps:admin.title')} message={adminNotice} />
      ),
  }
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Tabs
        value={tab}
        onChange={(_, chosen: 'user' | 'admin') => setTab(chosen)}
        variant="fullWidth"
        aria-label={t('sign-in-steps:tabs.label')}
      >
        {(['user', 'admin'] as const).map((name) => (
          <Tab
            key={name}
            value={name}
            label={t(`sign-in-steps:tabs.${name}`)}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {panels[tab]}
      </div>
    </Stack>
  )
}

function PartnerLink() {
  const t = useTexts('sign-in-steps')
  const { name: brand } = useBrand()
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Typography>{t('sign-in-steps:partner.text', { brand })}</Typography>
      <Button href={PARTNER} variant="contained" size="large" fullWidth>
        {t('sign-in-steps:partner.link', { brand })}
      </Button>
    </Stack>
  )
}
