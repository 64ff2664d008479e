import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'

export type AlertType = 'default' | 'error' | 'success' | 'notice'

interface AlertBoxProps {
  /** See ERR-001. */
  type?: AlertType
  /** Defaults to the type's title (ERR-010). */
  title?: string
  message: ReactNode
  action?: ReactNode
  onClose?: () => void
}

const severities = { default: 'info', error: 'error', success: 'success', notice: 'warning' } as const

/** A persistent message where the action was: type, title, message. Errors are announced at once. */
export function AlertBox({ type = 'default', title, message, action, onClose }: AlertBoxProps) {
  const t = useTexts()
  const titles = {
    default: t('common:alert.title.default'),
    error: t('common:alert.title.error'),
    success: t('common:alert.title.success'),
    notice: t('common:alert.title.notice'),
  }
  return (
    <Alert
      severity={severities[type]}
      variant={type === 'default' ? 'outlined' : 'standard'}
      role={type === 'error' ? 'alert' : 'status'}
      action={action}
      closeText={t('common:action.close')}
      {...(onClose && { onClose })}
    >
      <AlertTitle sx={{ fontWeight: 650 }}>{title ?? titles[type]}</AlertTitle>
      {message}
    </Alert>
  )
}
