import { Fragment } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

/** Short facts in one line, separated by dots. Lines wrap between facts, never inside '2026-10-18'. */
export function InlineFacts({ facts }: { facts: readonly (string | null | false)[] }) {
  return facts
    .filter((fact) => typeof fact === 'string')
    .map((fact, index) => (
      <Fragment key={fact}>
        {index > 0 && ' · '}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {fact}
        </Box>
      </Fragment>
    ))
}
