import { type ReactNode, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'

interface Doubt {
  /** The typed reading and the last known one, with their unit. */
  typed: string
  last: string | null
}

interface ReadingConfirmation {
  /** Asks the user to confirm the reading; resolves with their choice. */
  confirmDoubt: (doubt: Doubt) => Promise<boolean>
  /** Render it anywhere in the form. */
  dialog: ReactNode
}

/**
 * Confirms a reading that contradicts the vehicle's known readings before it is saved (ruling 20: it is accepted
 * anyway).
 */
export function useReadingConfirmation(): ReadingConfirmation {
  const t = useTexts('odometer')
  const [question, setQuestion] = useState<Doubt & { answer: (isMeant: boolean) => void }>()
  const answer = (isMeant: boolean) => () => {
    question?.answer(isMeant)
    setQuestion(undefined)
  }
  return {
    confirmDoubt: (doubt) => new Promise((resolve) => setQuestion({ ...doubt, answer: resolve })),
    dialog: question && (
      <ConfirmDialog
        open
        title={t('odometer:question.title', { typed: question.typed })}
        message={
          question.last === null
            ? t('odometer:question.first')
            : t('odometer:question.message', { last: question.last })
        }
        confirmLabel={t('odometer:question.confirm', { typed: question.typed })}
        cancelLabel={t('odometer:question.correct')}
        onConfirm={answer(true)}
        onCancel={answer(false)}
      />
    ),
  }
}
