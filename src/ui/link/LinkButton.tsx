import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'

/** A link that looks like a button. Use it for navigation, and a button for actions. */
export const LinkButton = createLink(Button)
