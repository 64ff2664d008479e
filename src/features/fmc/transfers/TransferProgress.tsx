import LinearProgress from '@mui/material/LinearProgress'
import type { VehicleTransfer } from '#contract/fmc/transfers.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FindingsList } from './TransferFindings.tsx'
import { isFinished } from './transfers.queries.ts'

interface TransferProgressProps {
  transfer: VehicleTransfer
  onClose: () => void
}

/** Progress of a transfer, then its result; vehicles that did not move are listed with the reason. */
export function TransferProgress({ transfer, onClose }: TransferProgressProps) {
  const t = useTexts('transfers')
  const { moved, refused, vehicles_total: total, new_fleet, refused_vehicles } = transfer
  const title = t('transfers:progress.title', { fleet: new_fleet.name })
  if (!isFinished(transfer)) {
    const done = moved + refused
    return (
      <AlertBox
        title={title}
        message={
          <>
            {t('transfers:progress.running', { done, total })}
            <LinearProgress
              variant="determinate"
              value={total === 0 ? 0 : (100 * done) / total}
              aria-label={t('transfers:progress.bar')}
              sx={{ mt: 1 }}
            />
          </>
        }
      />
    )
  }
  // FMC-060
  if (refused === 0)
    return (
      <AlertBox
        type="success"
        title={title}
        message={<span>{t('transfers:success')}</span>}
        onClose={onClose}
      />
    )
  return (
    <AlertBox
      type="notice"
      title={title}
      onClose={onClose}
      message={
        <>
          {t('transfers:progress.refused', { moved, count: refused })}
          <FindingsList
            findings={refused_vehicles.map(({ reason, ...row }) => ({ ...row, problem: reason }))}
          />
        </>
      }
    />
  )
}
