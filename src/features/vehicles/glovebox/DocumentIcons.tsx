import License from '@mui/icons-material/BadgeOutlined'
import Description from '@mui/icons-material/DescriptionOutlined'
import Policy from '@mui/icons-material/PolicyOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { DOCUMENT_TYPES, type DocumentType } from '#contract/core/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CellButton, CellSign } from '#src/ui/grid/cell-acts.tsx'
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

/** One icon for each type of document (GLV-021). Within a grid. */
export function DocumentIcons({ states, onOpen }: DocumentIconsProps) {
  return DOCUMENT_TYPES.map((type) => (
    <DocumentIcon key={type} type={type} state={states[type]} onOpen={() => onOpen(type)} />
  ))
}

interface DocumentIconProps {
  type: DocumentType
  state: IconState
  onOpen: () => void
}

/** Whether there is a document of the type, and whether it runs out (GLV-017..020). Within a grid. */
export function DocumentIcon({ type, state, onOpen }: DocumentIconProps) {
  const t = useTexts('glovebox')
  const types = useDocumentTypes()
  const Icon = icons[type]
  const label = t(`glovebox:icon.${state}`, { type: types[type] })
  if (state === 'missing')
    return (
      <CellSign label={label}>
        <Icon />
      </CellSign>
    )
  // Expiring looks disabled by the documents' wish, yet opens with a warning (GLV-018, GLV-020).
  const look = state === 'expiring' ? 'faint marked' : 'strong'
  return (
    <CellButton label={label} className={`${state} ${look}`} onClick={onOpen}>
      <Icon />
    </CellButton>
  )
}
