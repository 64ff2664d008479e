import type { AuditEntry } from '#contract/access/audit.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useChangeText } from './useChangeText.ts'

interface ChangeEntryProps {
  entry: AuditEntry
  /** Shows the user's name, in a list of several users. */
  namesUser: boolean
}

/** One entry of the audit log: the change, who made it and when, and the old value of each field. */
export function ChangeEntry({ entry, namesUser }: ChangeEntryProps) {
  const t = useTexts('users')
  const format = useFormat()
  const { fieldOf, textOf } = useChangeText()
  const { act, by, of, at, changes } = entry
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ fontWeight: 600 }}>
        {[t(`users:changes.act.${act}`), namesUser && of?.name].filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[by?.name, format.dateTime(at)].filter(Boolean).join(' · ')}
      </Typography>
      {changes.length > 0 && (
        <Box component="dl" sx={{ m: 0, mt: 0.5 }}>
          {changes.map(({ field, from, to }) => (
            <Typography key={field} variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="dt" sx={{ display: 'inline', fontWeight: 600 }}>
                {t('users:changes.field', { field: fieldOf(field) })}
              </Box>{' '}
              <Box component="dd" sx={{ display: 'inline', m: 0 }}>
                {from === null
                  ? textOf(field, to)
                  : t('users:changes.fromTo', { from: textOf(field, from), to: textOf(field, to) })}
              </Box>
            </Typography>
          ))}
        </Box>
      )}
    </Box>
  )
}
