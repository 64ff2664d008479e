import Box from '@mui/material/Box'
import { DataRemovedBanner } from './DataRemovedBanner.tsx'
import { InstallBanner } from './InstallBanner.tsx'
import { LeftBehindBanner } from './LeftBehindBanner.tsx'
import { LongWaitBanner } from './LongWaitBanner.tsx'
import { RefusedKeyBanner } from './RefusedKeyBanner.tsx'
import { SameJobBanner } from './SameJobBanner.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'

/** What the whole app has to tell or to ask, above every screen. */
export function Banners({ onInstall }: { onInstall: () => void }) {
  return (
    <>
      <UpdateBanner />
      <Box sx={oneAtATime}>
        <RefusedKeyBanner />
        <DataRemovedBanner />
        <LeftBehindBanner />
        <LongWaitBanner onInstall={onInstall} />
        <SameJobBanner />
        <InstallBanner onInstall={onInstall} />
      </Box>
    </>
  )
}

/** What asks for an answer asks one thing at a time, the gravest first: a phone has no room for more. */
const oneAtATime = { '& > * ~ *': { display: 'none' } } as const
