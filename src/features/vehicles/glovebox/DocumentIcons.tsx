import License from '@mui/icons-material/BadgeOutlined'
import Description from '@mui/icons-material/DescriptionOutlined'
import Policy from '@mui/icons-material/PolicyOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { DOCUMENT_TYPES, type DocumentType } from '#contract/core/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { IconState } from './expiry.ts'
import { useDocumentTypes } from './useDocumentTitle.ts'

const icons: Record<DocumentType, typeof License> = {
  driver_license: License,
  vehicle_insurance: Policy,
  registration: Receipt,
  other: Description,
}

interface DocumentIconsProps {
  states: Record<DocumentType, IconState>
  /** Shows the documents of that type, read-only (GLV-016). */
  onOpen: (type: DocumentType) => void
}

/** One icon for each type of document: whether it is there, and whether it runs out (GLV-017..021). */
export function DocumentIcons({ states, onOpen }: DocumentIconsProps) {
  const t = useTexts('glovebox')
  const types = useDocumentTypes()
  return (
    <Box sx={{ display: 'flex' }}>
      {DOCUMENT_TYPES.map((type) => {
        const Icon = icons[type]
        const state = states[type]
        const label = t(`glovebox:icon.${state}`, { type: types[type] })
        if (state === 'missing')
          return (
            <Tooltip key={type} title={label}>
              <Box role="img" aria-label={label} sx={{ p: 0.625, display: 'flex', opacity: 0.3 }}>
                <Icon fontSize="small" />
              </Box>
            </Tooltip>
          )
        return (
          <Tooltip key={type} title={label}>
            <IconButton
              size="small"
              aria-label={label}
              onClick={() => onOpen(type)}
              // Expiring looks disabled by the documents' wish, yet opens with a warning (GLV-018, GLV-020).
              className={state}
              sx={{ color: state === 'expiring' ? 'text.disabled' : 'primary.main' }}
            >
              <Badge variant="dot" color="warning" invisible={state !== 'expiring'}>
                <Icon fontSize="small" />
              </Badge>
            </IconButton>
          </Tooltip>
        )
      })}
    </Box>
  )
}
