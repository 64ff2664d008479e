import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface MethodFrameProps {
  /** A dialog over the settings list, or a screen. */
  kind: 'dialog' | 'page'
  title: string
  submitLabel: string
  /** Why the form cannot be saved now, apart from being offline. */
  blocked: string | undefined
  isBusy: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** A payment method form with its buttons. Shows why it cannot be saved offline (ruling 24). */
export function MethodFrame({ kind, title, onCancel, onSubmit, children, ...action }: MethodFrameProps) {
  const t = useTexts('payment-methods')
  const isOnline = useOnline()
  const content = (
    <Stack sx={{ gap: 2 }}>
      {!isOnline && (
        <AlertBox
          type="notice"
          title={t('payment-methods:offline.title')}
          message={t('payment-methods:offline.form')}
        />
      )}
      {children}
    </Stack>
  )
  const buttons = (
    <>
      <Button onClick={onCancel} sx={{ minHeight: 44 }}>
        {t('common:action.cancel')}
      </Button>
      <ActionButton
        type="submit"
        variant="contained"
        loading={action.isBusy}
        disabledReason={(!isOnline && t('payment-methods:offline.reason')) || action.blocked}
        sx={{ minHeight: 44 }}
      >
        {action.submitLabel}
      </ActionButton>
    </>
  )
  if (kind === 'dialog')
    return (
      <ResponsiveDialog open title={title} onClose={onCancel} onSubmit={onSubmit} actions={buttons}>
        {content}
      </ResponsiveDialog>
    )
  return (
    <FormStack aria-label={title} onSubmit={onSubmit} sx={{ gap: 2.5 }}>
      {content}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {buttons}
      </Stack>
    </FormStack>
  )
}
