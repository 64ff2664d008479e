import type { ReactNode } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface ActionRowProps {
  title: string
  text: string
  note: string
  action: {
    label: string
    /** Accessible name, which also says which row. */
    name: string
    disabledReason: string | undefined | false
    onClick: () => void
  }
  /** The dialog of the action. */
  children?: ReactNode
}

/** A list row with a text and one action. */
export function ActionRow({ title, text, note, action, children }: ActionRowProps) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 2, py: 1, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
    >
      <Box sx={{ minWidth: 0, flex: '1 1 220px' }}>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        <Typography variant="body2">{text}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {note}
        </Typography>
      </Box>
      <ActionButton
        variant="outlined"
        aria-label={action.name}
        disabledReason={action.disabledReason}
        onClick={action.onClick}
        sx={{ minHeight: 48 }}
      >
        {action.label}
      </ActionButton>
      {children}
    </Stack>
  )
}
