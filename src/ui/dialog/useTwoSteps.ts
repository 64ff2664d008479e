import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'

type Step = 1 | 2

interface TwoStepsOptions {
  step: Step
  goTo: (step: Step) => void
  /** Errors that this device finds in the fields of a step. */
  errorsOf: (step: Step) => FieldCodes
  save: () => void
}

/** The steps of a two-step form. A step shows its errors once the user has tried to leave it. */
export function useTwoSteps({ step, goTo, errorsOf, save }: TwoStepsOptions) {
  const [checkedStep, setCheckedStep] = useState(0)
  const hasErrors = (checked: Step) => Object.keys(errorsOf(checked)).length > 0

  /** Continues to the second step, or saves from there. */
  function submit() {
    setCheckedStep(Math.max(checkedStep, step))
    if (hasErrors(step)) return
    if (step === 1) return goTo(2)
    if (hasErrors(1)) return goTo(1)
    save()
  }

  return {
    submit,
    back: () => goTo(1),
    isChecked: checkedStep >= step,
    restart: () => setCheckedStep(0),
  }
}
