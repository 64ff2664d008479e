import License from '@mui/icons-material/BadgeOutlined'
import Description from '@mui/icons-material/DescriptionOutlined'
import Policy from '@mui/icons-material/PolicyOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { type ReactNode, useMemo } from 'react'
import { DOCUMENT_TYPES, type DocumentType } from '#contract/core/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CellButton, CellSign } from '#src/ui/grid/cell-acts.tsx'
import type { IconState } from './expiry.ts'

/** Made once: a page of the grid holds dozens of them. */
const icons: Record<DocumentType, ReactNode> = {
  driver_license: <License />,
  vehicle_insurance: <Policy />,
  registration: <Receipt />,
  other: <Description />,
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
  // A page of the grid asks for dozens of them with each letter of a search.
  const label = useMemo(
    () => t(`glovebox:icon.${state}`, { type: t(`glovebox:type.${type}`) }),
    [t, state, type],
  )
  if (state === 'missing') return <CellSign label={label}>{icons[type]}</CellSign>
  // Expiring looks disabled by the documents' wish, yet opens with a warning (GLV-018, GLV-020).
  const look = state === 'expiring' ? 'faint marked' : 'strong'
  return (
    <CellButton label={label} className={`${state} ${look}`} onClick={onOpen}>
      {icons[type]}
    </CellButton>
  )
}
