import { ALL_USERS, type PaymentMethod } from '#contract/money/payment-methods.ts'
import { api } from '#src/api/client.ts'
import { useMethodText } from '#src/features/money/payment-methods/useMethodText.ts'
import { useRefreshMethods } from '#src/features/money/payment-methods/useRefreshMethods.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface MethodDialogProps {
  method: PaymentMethod
  onClose: () => void
}

/** Deletes a payment method after confirmation, or shows why it cannot be deleted (PAY-017, PAY-020, PAY-021). */
export function DeleteMethod({ method, onClose }: MethodDialogProps) {
  const t = useTexts('payment-methods')
  const { nameOf } = useMethodText()
  const obstacle =
    (method.has_active_orders && t('payment-methods:delete.inUse')) ||
    (method.is_default && t('payment-methods:delete.isDefault')) ||
    undefined
  return (
    <MethodActionDialog
      method={method}
      isDestructive
      title={t('payment-methods:delete.title')}
      message={t('payment-methods:delete.message', { name: nameOf(method) })}
      confirmLabel={t('payment-methods:delete.confirm')}
      obstacle={obstacle}
      call={(context) => api.paymentMethods.destroy({ id: method.id }, { context })}
      done={t('payment-methods:done.deleted')}
      onClose={onClose}
    />
  )
}

/**
 * Makes a payment method the default after confirmation (PAY-019). Automatic approvals use it only if all users may
 * (decision 50).
 */
export function SetDefaultMethod({ method, onClose }: MethodDialogProps) {
  const t = useTexts('payment-methods')
  const { nameOf } = useMethodText()
  const name = nameOf(method)
  return (
    <MethodActionDialog
      method={method}
      title={t('payment-methods:setDefault.title')}
      message={
        method.customer_ids.includes(ALL_USERS)
          ? t('payment-methods:setDefault.message', { name })
          : t('payment-methods:setDefault.messageRestricted', { name })
      }
      confirmLabel={t('payment-methods:setDefault.confirm')}
      call={({ key }) => api.paymentMethods.setDefault({ id: method.id }, { context: { key } })}
      done={t('payment-methods:done.default')}
      onClose={onClose}
    />
  )
}

interface MethodActionDialogProps extends MethodDialogProps {
  title: string
  message: string
  confirmLabel: string
  isDestructive?: boolean
  obstacle?: string | undefined
  call: (context: WriteContext) => Promise<unknown>
  done: string
}

function MethodActionDialog({ method, call, done, obstacle, onClose, ...text }: MethodActionDialogProps) {
  const t = useTexts('payment-methods', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const { run, isBusy, failure } = useWrite({
    call: (_, context) => call(context),
    rev: method.rev,
    refresh: useRefreshMethods(),
    onSaved() {
      onClose()
      toast('success', done)
    },
  })
  return (
    <ActionDialog
      {...text}
      isBusy={isBusy}
      obstacle={isOnline ? obstacle : t('payment-methods:offline.reason')}
      errorMessage={failure && textOf(failure)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
