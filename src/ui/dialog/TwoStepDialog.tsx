import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { focusFirstField } from '#src/ui/focus/first-field.ts'
import { focusFirstError } from '#src/ui/focus/useErrorFocus.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { FormDialog } from './FormDialog.tsx'

interface TwoStepDialogProps {
  title: string
  /** Accessible name of the list of steps. */
  stepsLabel: string
  steps: readonly [string, string]
  step: 1 | 2
  /** Of the second step. */
  submitLabel: string
  isBusy: boolean
  /** Why the form cannot be saved now. */
  disabledReason: string | false
  /** Continues to the second step, then saves. */
  onSubmit: () => void
  onBack: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form in two steps. It cannot be changed while it is saved, because it closes afterwards. */
export function TwoStepDialog({ stepsLabel, steps, step, onBack, children, ...props }: TwoStepDialogProps) {
  const t = useTexts()
  const content = useStepFocus(step)
  return (
    <FormDialog
      {...props}
      width="md"
      submitKey={step}
      {...(step === 1
        ? { submitLabel: t('common:action.next'), disabledReason: false, isBusy: false }
        : { cancelLabel: t('common:action.back'), onCancel: onBack, isCancelDisabled: props.isBusy })}
    >
      <Stack inert={props.isBusy} sx={{ gap: 2 }}>
        <Stepper activeStep={step - 1} aria-label={stepsLabel}>
          {steps.map((label) => (
            <Step key={label}>
              <StepLabel>{label}</StepLabel>
            </Step>
          ))}
        </Stepper>
        <Stack ref={content} role="group" aria-label={steps[step - 1]} tabIndex={-1} sx={stepStyle}>
          {children}
        </Stack>
      </Stack>
    </FormDialog>
  )
}

/**
 * Moves the focus to the start of the step when it changes, or to its first error. On a phone the step itself takes the
 * focus, because the keyboard would cover the form.
 */
function useStepFocus(step: number) {
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  const isDesktop = useIsDesktop()
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (focusFirstError(content.current)) return
    content.current?.focus()
    if (isDesktop) focusFirstField(content.current)
  }, [step, isDesktop])
  return content
}

const stepStyle = { gap: 2, '&:focus': { outline: 'none' } } as const
