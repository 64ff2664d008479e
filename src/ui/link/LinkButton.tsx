import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'

/** A link that looks like a button: for going somewhere, where a button would do something. */
export const LinkButton = createLink(Button)
