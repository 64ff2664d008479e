import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

// Plain elements with a title, styled once by the grid around them (`cellActionStyles`): a grid page contains dozens,
// and all render again on each keystroke of a search.

interface Named {
  /** Accessible name and tooltip. */
  label: string
}

/** A small icon button in a cell. */
export function CellButton({
  label,
  className = '',
  ...rest
}: Named & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} aria-label={label} title={label} className={`cell-act ${className}`} />
  )
}

function Anchor({
  label,
  href,
  ...rest
}: Named & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a href={href} {...rest} aria-label={label} title={label} className="cell-act" />
}

/** The same as a link within the app. */
export const CellLink: LinkComponent<typeof Anchor> = createLink(Anchor)

/** An icon with a name, without an action. */
export function CellIcon({ label, ...rest }: Named & { children: React.ReactNode }) {
  return <span {...rest} role="img" aria-label={label} title={label} className="cell-act none" />
}

/** For the `sx` of the container. `cell-link`: a link that is the cell's text. */
export const cellActionStyles = {
  '& .cell-link': {
    color: 'primary.main',
    textDecoration: 'none',
    '&:hover, &:focus-visible': { textDecoration: 'underline' },
  },
  '& .cell-act': {
    display: 'inline-flex',
    position: 'relative',
    p: 0.75,
    border: 0,
    borderRadius: '50%',
    bgcolor: 'transparent',
    color: 'action.active',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
    '& svg': { fontSize: 20, width: '1em', height: '1em', fill: 'currentColor' },
  },
  '& .cell-act.none': { opacity: 0.3, cursor: 'default' },
  '& .cell-act.strong': { color: 'primary.main' },
  '& .cell-act.faint': { color: 'text.disabled' },
  '& .cell-act.marked::after': {
    content: '""',
    position: 'absolute',
    top: 6,
    right: 6,
    width: 8,
    height: 8,
    borderRadius: '50%',
    bgcolor: 'warning.main',
  },
} as const

/** Touch-sized variant for cards, with the first icon aligned with the text above. */
export const cardActionStyles = {
  ...cellActionStyles,
  '& .cell-act': { ...cellActionStyles['& .cell-act'], p: 1.5 },
  '& .cell-act.marked::after': { ...cellActionStyles['& .cell-act.marked::after'], top: 12, right: 12 },
  ml: -1.5,
  mb: -1,
} as const
