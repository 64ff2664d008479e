import { useTexts } from '#src/i18n/useTexts.ts'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import type { DueRow } from './due-view.ts'
import { useDueFile } from './useDueFile.ts'

/** Downloads the rows on the screen, from this device. */
export function DueDownload({ rows }: { rows: readonly DueRow[] | undefined }) {
  const t = useTexts('dashboard')
  const download = useDueFile()
  return (
    <DownloadMenu
      label={t('dashboard:due.download')}
      disabledReason={!rows?.length && t('dashboard:due.empty')}
      onShown={() => download(rows ?? [])}
    />
  )
}
