import Print from '@mui/icons-material/PrintOutlined'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { usePrintJob } from './PrintProvider.tsx'

/** Prints all rows of the report. The browser offers a PDF too. */
export function PrintButton() {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const isPhone = useIsPhone()
  const { progress, setProgress } = usePrintJob()
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Print />}
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
