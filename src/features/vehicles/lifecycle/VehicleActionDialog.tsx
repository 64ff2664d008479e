import type { ComponentProps } from 'react'
import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'

interface VehicleActionDialogProps
  extends Omit<ComponentProps<typeof ActionDialog>, 'obstacle' | 'errorMessage'> {
  failure: ApiFailure | undefined
  /** What prevents the action, apart from being offline. */
  disabledReason?: string | undefined
}

/** Confirms an action on a vehicle. */
export function VehicleActionDialog({ failure, disabledReason, ...rest }: VehicleActionDialogProps) {
  const t = useTexts('vehicle-form', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  return (
    <ActionDialog
      {...rest}
      obstacle={disabledReason ?? (isOnline ? undefined : t('vehicle-form:offline.message'))}
      errorMessage={failure && textOf(failure)}
    />
  )
}
