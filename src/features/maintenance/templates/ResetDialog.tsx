import type { ScheduleTemplate } from '#contract/maintenance/templates.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface ResetDialogProps {
  template: ScheduleTemplate
  refresh: () => Promise<void>
  onReset: () => void
  onClose: () => void
}

/** Restores the default schedule of a class, for all vehicles that follow it. */
export function ResetDialog({ template, refresh, onReset, onClose }: ResetDialogProps) {
  const t = useTexts('templates')
  const toast = useToast()
  const failureText = useFailureText()
  const isOnline = useOnline()
  const { duty_class, following } = template
  const { run, isBusy, failure } = useWrite({
    call: () => api.templates.reset({ duty_class }),
    refresh,
    onSaved() {
      toast('success', t('templates:resetDone', { name: t(`templates:class.${duty_class}`) }))
      onReset()
    },
  })
  return (
    <ActionDialog
      title={t('templates:reset')}
      message={t('templates:resetHelp', { count: following })}
      confirmLabel={t('templates:resetConfirm')}
      isDestructive
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('templates:offline')}
      errorMessage={failure && failureText(failure)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
