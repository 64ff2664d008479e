import Print from '@mui/icons-material/PrintOutlined'
import { createContext, type ReactNode, use, useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { isRange, type ReportView } from './report-view.ts'

interface Progress {
  done: number
  total: number
}

interface PrintJob {
  /** Rows loaded so far; null: nothing is being printed. */
  progress: Progress | null
  setProgress: (progress: Progress | null) => void
}

const PrintContext = createContext<PrintJob>({ progress: null, setProgress: () => {} })

/** Connects the button that prints with the table that is printed. Another view ends the print job. */
export function PrintProvider({ view, children }: { view: ReportView; children: ReactNode }) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const key = JSON.stringify(view)
  const [lastKey, setLastKey] = useState(key)
  if (key !== lastKey) {
    setLastKey(key)
    setProgress(null)
  }
  return <PrintContext value={{ progress, setProgress }}>{children}</PrintContext>
}

export const usePrintJob = (): PrintJob => use(PrintContext)

/** Prints all rows of the report. The browser offers a PDF too. */
export function PrintButton({ view }: { view: ReportView }) {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const isPhone = useIsPhone()
  const isOnline = useOnline()
  const { progress, setProgress } = usePrintJob()
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Print />}
      disabledReason={
        (!isOnline && t('fleet-reports:print.offline')) ||
        (!isRange(view) && t('fleet-reports:period.invalid'))
      }
      loading={progress !== null}
      loadingPosition={isPhone ? 'center' : 'start'}
      onClick={() => setProgress({ done: 0, total: 0 })}
    >
      {total > 0
        ? t('fleet-reports:print.progress', { done: number(done), total: number(total) })
        : t('fleet-reports:print.label')}
    </ActionButton>
  )
}
