import { Box } from '#src/ui/box/Box.tsx'
import { DataRemovedBanner } from './DataRemovedBanner.tsx'
import { InstallBanner } from './InstallBanner.tsx'
import { LinkedFleetBanner } from './LinkedFleetBanner.tsx'
import { LongWaitBanner } from './LongWaitBanner.tsx'
import { OtherFleetEntriesBanner } from './OtherFleetEntriesBanner.tsx'
import { PossibleDuplicateBanner } from './PossibleDuplicateBanner.tsx'
import { RejectedKeyBanner } from './RejectedKeyBanner.tsx'
import { UpdateBanner } from './UpdateBanner.tsx'

/** All app-wide messages and prompts, above every screen. */
export function Banners({ onInstall }: { onInstall: () => void }) {
  return (
    <>
      <UpdateBanner />
      <Box sx={oneAtATime}>
        <RejectedKeyBanner />
        <DataRemovedBanner />
        <LinkedFleetBanner />
        <OtherFleetEntriesBanner />
        <LongWaitBanner onInstall={onInstall} />
        <PossibleDuplicateBanner />
        <InstallBanner onInstall={onInstall} />
      </Box>
    </>
  )
}

/** Shows one prompt at a time, the most important first: a phone has no room for more. */
const oneAtATime = { '& > * ~ *': { display: 'none' } } as const
