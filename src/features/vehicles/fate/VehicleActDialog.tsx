import type { ComponentProps } from 'react'
import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActDialog } from '#src/ui/dialog/ActDialog.tsx'

interface VehicleActDialogProps extends Omit<ComponentProps<typeof ActDialog>, 'obstacle' | 'refusal'> {
  failure: ApiFailure | undefined
  /** What stands in its way, beside a connection that is missing. */
  disabledReason?: string | undefined
}

/** Asks before an act on a vehicle. */
export function VehicleActDialog({ failure, disabledReason, ...rest }: VehicleActDialogProps) {
  const t = useTexts('vehicle-form', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  return (
    <ActDialog
      {...rest}
      obstacle={disabledReason ?? (isOnline ? undefined : t('vehicle-form:offline.message'))}
      refusal={failure && textOf(failure)}
    />
  )
}
