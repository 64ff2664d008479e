import Button from '@mui/material/Button'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { MethodFields } from './form/MethodFields.tsx'
import { useEditMethod } from './form/useEditMethod.ts'
import { MethodFrame } from './parts/MethodFrame.tsx'
import { MethodName } from './parts/MethodName.tsx'
import { useMethodText } from './useMethodText.ts'

interface EditMethodProps {
  kind: 'dialog' | 'page'
  method: PaymentMethod
  onSaved: () => void
  onCancel: () => void
}

/** Edits who may pay with a method, and our own fields of it (PAY-016). The card itself cannot be changed. */
export function EditMethod({ kind, method, onSaved, onCancel }: EditMethodProps) {
  const t = useTexts('payment-methods', 'errors')
  const textOf = useFailureText()
  const text = useMethodText()
  const { frame, focusError } = useErrorFocus()
  const form = useEditMethod(method, {
    onSaved: () => {
      leave.release()
      onSaved()
    },
    onRefused: focusError,
  })
  const leave = useLeaveConfirmation(form.isDirty)
  return (
    <>
      <MethodFrame
        kind={kind}
        title={t('payment-methods:form.editTitle')}
        submitLabel={t('common:action.save')}
        blocked={form.isDirty ? undefined : t('payment-methods:form.unchanged')}
        isBusy={form.isBusy}
        onSubmit={form.submit}
        onCancel={() => leave.leaveBy(onCancel)}
      >
        <Stack ref={frame} sx={{ gap: 2 }}>
          {form.isConflict && (
            <AlertBox
              type="notice"
              message={t('payment-methods:conflict.message')}
              action={
                <Button color="inherit" onClick={form.saveAnyway}>
                  {t('payment-methods:conflict.saveAnyway')}
                </Button>
              }
            />
          )}
          {form.failure && !form.isConflict && !form.isBusy && <ErrorAlert message={textOf(form.failure)} />}
          <Typography component="div">
            <MethodName method={method} name={text.nameOf(method)} />
          </Typography>
          <MethodFields
            draft={form.draft}
            onChange={form.change}
            codes={form.codes}
            hasEmail={method.type === 'credit_card'}
          />
        </Stack>
      </MethodFrame>
      {leave.dialog}
    </>
  )
}
