import Button from '@mui/material/Button'
import type { TransferRejection, TransferWarning } from '#contract/fmc/transfers.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Further findings are counted, not listed. */
const LISTED = 10

/** A vehicle with the reason against its transfer, before or after saving. */
export interface Finding {
  vehicle_id: number
  vehicle_name: string | null
  problem: TransferRejection | null
  order_id: number | null
  warnings: readonly TransferWarning[]
}

/** Vehicles by name with the reason for each. */
export function FindingsList({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('transfers')
  const textOf = ({ problem, order_id, warnings }: Finding) =>
    problem === null
      ? warnings.map((warning) => t(`transfers:warning.${warning}`)).join(' ')
      : t(`transfers:problem.${problem}`, { order: order_id ?? '' })
  return (
    <Box component="ul" sx={{ listStyle: 'disc', mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
      {findings.slice(0, LISTED).map((finding) => (
        <li key={finding.vehicle_id}>
          <strong>{finding.vehicle_name ?? t('transfers:unknownVehicle', { id: finding.vehicle_id })}</strong>
          {' – '}
          {textOf(finding)}
        </li>
      ))}
      {findings.length > LISTED && (
        <li>{t('transfers:findings.more', { count: findings.length - LISTED })}</li>
      )}
    </Box>
  )
}

interface TransferFindingsProps {
  findings: readonly Finding[]
  onRemove: (ids: Set<number>) => void
}

/** Vehicles that would be refused, shown before saving, with a button to remove each from the plan. */
export function TransferFindings({ findings, onRemove }: TransferFindingsProps) {
  const t = useTexts('transfers')
  const blocked = findings.filter(({ problem }) => problem !== null)
  if (findings.length === 0) return null
  return (
    <AlertBox
      type="notice"
      title={t('transfers:findings.title')}
      message={
        <>
          {blocked.length > 0 && t('transfers:findings.blocked', { count: blocked.length })}
          <FindingsList findings={findings} />
          {blocked.length > 0 && (
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              sx={{ mt: 1 }}
              onClick={() => onRemove(new Set(blocked.map(({ vehicle_id }) => vehicle_id)))}
            >
              {t('transfers:findings.remove')}
            </Button>
          )}
        </>
      }
    />
  )
}
