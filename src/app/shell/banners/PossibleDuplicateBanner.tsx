import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { usePossibleDuplicate } from '#src/features/maintenance/history/usePossibleDuplicate.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { Banner } from './Banner.tsx'

const SameJobDialog = lazyComponent(() =>
  import('#src/features/maintenance/history/PossibleDuplicateDialog.tsx').then(
    (m) => m.PossibleDuplicateDialog,
  ),
)

/** Shows that a sent entry may duplicate an existing one (docs/offline.md row 25). */
export function PossibleDuplicateBanner() {
  const t = useTexts('shell')
  const { date } = useFormat()
  const { outbox } = useOffline()
  const [openFor, setOpenFor] = useState<string>()
  const job = usePossibleDuplicate()
  const vehicleId = job?.mine.row.vehicle_id ?? 0
  const vehicle = useLocalRows(['vehicle', vehicleId], (cache) => cache.vehicle(vehicleId), {
    isOptional: true,
  })
  const [other] = job?.others ?? []
  if (!job || !other) return null
  const keepBoth = () => {
    setOpenFor(undefined)
    void outbox.keepBoth(job.opId)
  }
  const what = {
    service: other.services.join(', '),
    vehicle: vehicle ? vehicleName(vehicle) : '',
    date: date(other.date_of_completion),
  }
  return (
    <>
      <Banner
        tone="info"
        icon={<ContentCopy />}
        title={t('shell:sameJob.title')}
        message={
          other.is_own || !other.created_by_name
            ? t('shell:sameJob.own', what)
            : t('shell:sameJob.message', { ...what, name: other.created_by_name })
        }
        actions={
          <>
            <Button onClick={keepBoth}>{t('shell:sameJob.keepBoth')}</Button>
            <Button variant="outlined" onClick={() => setOpenFor(job.opId)}>
              {t('shell:sameJob.compare')}
            </Button>
          </>
        }
      />
      {openFor === job.opId && (
        <SameJobDialog job={job} onKeepBoth={keepBoth} onClose={() => setOpenFor(undefined)} />
      )}
    </>
  )
}
