import AddBox from '@mui/icons-material/AddBoxOutlined'
import IosShare from '@mui/icons-material/IosShare'
import TouchApp from '@mui/icons-material/TouchAppOutlined'
import Button from '@mui/material/Button'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { install } from '#src/device/install/installation.ts'
import { useInstallMethod } from '#src/device/install/useInstallMethod.ts'
import { mustSendBeforeInstall } from '#src/features/home/device/device-risk.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { totalUnsent, waitingCountOf } from '#src/offline/model/unsent-count.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

const iosSteps = [
  { key: 'share', icon: <IosShare /> },
  { key: 'add', icon: <AddBox /> },
  { key: 'open', icon: <TouchApp /> },
] as const

/** Explains the benefits of installing, and the steps on iOS, which has no install prompt (OFF-001, OFF-002). */
export function InstallDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('shell')
  const { shortName: name } = useBrand()
  const way = useInstallMethod()
  const { outbox } = useOffline()
  const status = useLiveOptional(outbox.status)
  const count = status ? totalUnsent(waitingCountOf(status)) : 0
  const start = () => {
    onClose()
    void install()
  }
  return (
    <ResponsiveDialog
      open={open}
      title={t('shell:install.title', { name })}
      onClose={onClose}
      width="xs"
      actions={
        way === 'prompt' && (
          <Button variant="contained" onClick={start}>
            {t('shell:install.action')}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography>{t('shell:install.message')}</Typography>
        {way === 'ios' && (
          <Stack component="ol" sx={{ gap: 1.5 }}>
            {iosSteps.map((step) => (
              <Stack component="li" key={step.key} direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
                {step.icon}
                <Typography>{t(`shell:install.ios.${step.key}`, { name })}</Typography>
              </Stack>
            ))}
          </Stack>
        )}
        {/* On iOS the installed app has separate storage (docs/offline.md row 15). */}
        {mustSendBeforeInstall(way, count) && (
          <AlertBox type="notice" message={t('shell:install.pending', { count })} />
        )}
      </Stack>
    </ResponsiveDialog>
  )
}
