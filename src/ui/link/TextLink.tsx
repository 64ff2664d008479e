import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A link in text or in a cell. */
export const TextLink = createLink(Link)
