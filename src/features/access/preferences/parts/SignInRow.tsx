import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Failed from '@mui/icons-material/HighlightOff'
import Locked from '@mui/icons-material/LockClockOutlined'
import type { SignInEntry } from '#contract/access/sign-ins.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { useDeviceName } from './useDeviceName.ts'

const looks = {
  signed_in: { tone: 'success', icon: <CheckCircle /> },
  sign_in_failed: { tone: 'warning', icon: <Failed /> },
  locked_out: { tone: 'danger', icon: <Locked /> },
} as const

/** One sign-in, failed attempt or lockout. */
export function SignInRow({ entry }: { entry: SignInEntry }) {
  const t = useTexts('preferences')
  const { dateTime } = useFormat()
  const nameOf = useDeviceName()
  const { outcome, method, reason, network } = entry
  const how = reason
    ? t(`preferences:signIns.reason.${reason}`)
    : method && t(`preferences:signIns.method.${method}`)
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        gap: 1.5,
        py: 1,
        alignItems: 'center',
        flexWrap: 'wrap',
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{dateTime(entry.at)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[how, t('preferences:signIns.where', { device: nameOf(entry), network })]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <StatusChip {...looks[outcome]} label={t(`preferences:signIns.outcome.${outcome}`)} />
    </Stack>
  )
}
