import { type ReactNode, useMemo } from 'react'
import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CellButton, CellIcon } from '#src/ui/grid/cell-actions.tsx'
import type { IconState } from './expiry.ts'

/**
 * Material's BadgeOutlined, PolicyOutlined, ReceiptLongOutlined and DescriptionOutlined as plain elements, created
 * once: a page of the grid or the cards contains dozens.
 */
const icons: Record<DocumentType, ReactNode> = {
  driver_license: icon(
    'M14 12h4v1.5h-4zm0 3h4v1.5h-4z',
    'M20 7h-5V4c0-1.1-.9-2-2-2h-2c-1.1 0-2 .9-2 2v3H4c-1.1 0-2 .9-2 2v11c0 1.1.9 2 2 2h16c1.1 0 2-.9 2-2V9c0-1.1-.9-2-2-2m-9 0V4h2v5h-2zm9 13H4V9h5c0 1.1.9 2 2 2h2c1.1 0 2-.9 2-2h5z',
    'M9 12a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3',
    'M11.08 16.18c-.64-.28-1.34-.43-2.08-.43s-1.44.15-2.08.43c-.56.24-.92.78-.92 1.39V18h6v-.43c0-.61-.36-1.15-.92-1.39',
  ),
  vehicle_insurance: icon(
    'M12 1 3 5v6c0 5.55 3.84 10.74 9 12 5.16-1.26 9-6.45 9-12V5zm7 10c0 1.85-.51 3.65-1.38 5.21l-1.45-1.45c1.29-1.94 1.07-4.58-.64-6.29-1.95-1.95-5.12-1.95-7.07 0s-1.95 5.12 0 7.07c1.71 1.71 4.35 1.92 6.29.64l1.72 1.72c-1.19 1.42-2.73 2.51-4.47 3.04-4.02-1.25-7-5.42-7-9.94V6.3l7-3.11 7 3.11zm-7 4c-1.66 0-3-1.34-3-3s1.34-3 3-3 3 1.34 3 3-1.34 3-3 3',
  ),
  registration: icon(
    'M19.5 3.5 18 2l-1.5 1.5L15 2l-1.5 1.5L12 2l-1.5 1.5L9 2 7.5 3.5 6 2v14H3v3c0 1.66 1.34 3 3 3h12c1.66 0 3-1.34 3-3V2zM15 20H6c-.55 0-1-.45-1-1v-1h10zm4-1c0 .55-.45 1-1 1s-1-.45-1-1v-3H8V5h11z',
    'M9 7h6v2H9zm7 0h2v2h-2zm-7 3h6v2H9zm7 0h2v2h-2z',
  ),
  other: icon(
    'M8 16h8v2H8zm0-4h8v2H8zm6-10H6c-1.1 0-2 .9-2 2v16c0 1.1.89 2 1.99 2H18c1.1 0 2-.9 2-2V8zm4 18H6V4h7v5h5z',
  ),
}

function icon(...paths: string[]) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

interface DocumentIconsProps {
  states: Record<DocumentType, IconState>
  /** Shows the documents of that type, read-only (GLV-016). */
  onOpen: (type: DocumentType) => void
}

/** One icon per document type (GLV-021). The container needs the styles of `cellActionStyles`. */
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

/** Shows whether a document of the type exists and whether it expires soon (GLV-017..020). Same container. */
export function DocumentIcon({ type, state, onOpen }: DocumentIconProps) {
  const t = useTexts('glovebox')
  // The grid renders dozens of these on each keystroke of a search.
  const label = useMemo(
    () => t(`glovebox:icon.${state}`, { type: t(`glovebox:type.${type}`) }),
    [t, state, type],
  )
  if (state === 'missing') return <CellIcon label={label}>{icons[type]}</CellIcon>
  // The specification wants expiring icons to look disabled, yet open with a warning (GLV-018, GLV-020).
  const look = state === 'expiring' ? 'faint marked' : 'strong'
  return (
    <CellButton label={label} className={`${state} ${look}`} onClick={onOpen}>
      {icons[type]}
    </CellButton>
  )
}
