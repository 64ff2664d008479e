import InstallMobile from '@mui/icons-material/InstallMobileOutlined'
import Button from '@mui/material/Button'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { declineInstall } from '#src/device/install/installation.ts'
import { useInstallHint } from '#src/device/install/useInstallMethod.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Banner } from './Banner.tsx'

/** Suggests installing the app, at most once a month. On a computer only the account menu offers it. */
export function InstallBanner({ onInstall }: { onInstall: () => void }) {
  const t = useTexts('shell')
  const { shortName: name } = useBrand()
  const shouldHint = useInstallHint()
  const isTouch = matchMedia('(pointer: coarse)').matches
  if (!shouldHint || !isTouch) return null
  return (
    <Banner
      tone="info"
      icon={<InstallMobile />}
      title={t('shell:install.title', { name })}
      message={t('shell:install.message')}
      actions={
        <>
          <Button onClick={declineInstall}>{t('shell:install.later')}</Button>
          <Button variant="contained" onClick={onInstall}>
            {t('shell:install.action')}
          </Button>
        </>
      }
    />
  )
}
