import Add from '@mui/icons-material/AddCircleOutlined'
import Block from '@mui/icons-material/Block'
import Check from '@mui/icons-material/CheckCircleOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

interface VerdictChipProps {
  verdict: 'new' | 'known' | 'refused' | 'taken'
  hasRemark: boolean
}

const ICONS = { new: <Add />, known: <Check />, taken: <Check />, refused: <Block /> }

/** The verdict on a row, as color, icon and label. */
export function VerdictChip({ verdict, hasRemark }: VerdictChipProps) {
  const t = useTexts('bulk-upload')
  if (verdict === 'refused')
    return <StatusChip tone="danger" icon={ICONS.refused} label={t('bulk-upload:verdict.refused')} />
  return (
    <StatusChip
      tone={hasRemark ? 'warning' : 'success'}
      icon={hasRemark ? <Warning /> : ICONS[verdict]}
      label={t(`bulk-upload:verdict.${verdict}`)}
    />
  )
}
