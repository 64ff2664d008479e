import KeyOff from '@mui/icons-material/KeyOffOutlined'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { rejectedKey } from '#src/session/rejected-key.ts'
import { useSession, useSessionState } from '#src/session/SessionProvider.tsx'
import { Banner } from './Banner.tsx'

/** Reports that a sign-in link did not work and that the current user stays signed in (ACC-031). */
export function RejectedKeyBanner() {
  const t = useTexts('shell')
  const { user } = useSession()
  const reason = useSyncExternalStore(rejectedKey.subscribe, rejectedKey.current)
  const { status } = useSessionState()
  if (reason === undefined) return null
  return (
    <Banner
      tone="warning"
      icon={<KeyOff />}
      title={t('shell:refusedKey.title')}
      message={
        <>
          {reason} {status === 'signedIn' && t('shell:refusedKey.message', { name: user.name })}
        </>
      }
      actions={<Button onClick={() => rejectedKey.set(undefined)}>{t('shell:refusedKey.close')}</Button>}
    />
  )
}
