import Box from '@mui/material/Box'
import { useState } from 'react'
import { DuePanel } from '#src/features/home/dashboard/DuePanel.tsx'
import { FirstLoad } from '#src/features/home/dashboard/FirstLoad.tsx'
import { HandedAlert } from '#src/features/home/dashboard/HandedAlert.tsx'
import { VehiclesPanel } from '#src/features/home/dashboard/VehiclesPanel.tsx'
import { WaitingPanel } from '#src/features/home/dashboard/WaitingPanel.tsx'
import { UnsentPanel } from '#src/features/home/unsent/UnsentPanel.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useLive } from '#src/session/useLive.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** /dashboard: what waits, what is due, and the vehicles at hand. */
export function DashboardScreen() {
  const t = useTexts('dashboard')
  const { user } = useSession()
  const { asOf, hourOf } = useFormat()
  const { cache } = useOffline()
  const loadedAt = useLive(cache.lastLoadedAt)
  const isLoading = !loadedAt
  const [isFirstLoad, setFirstLoad] = useState(false)
  if (loadedAt === null && !isFirstLoad) setFirstLoad(true)
  const greeting = t(`dashboard:greeting.${partOfDay(hourOf(Date.now()))}`, { name: user.firstName })
  return (
    <Page
      title={t('dashboard:title')}
      subtitle={
        <>
          {greeting}
          {loadedAt ? ` · ${t('dashboard:asOf', { time: asOf(loadedAt) })}` : null}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <HandedAlert />
        <WaitingPanel />
        <UnsentPanel />
        {loadedAt === null && <FirstLoad />}
        <Columns min={360}>
          <DuePanel isLoading={isLoading} keepsRoom={isFirstLoad} />
          <VehiclesPanel isLoading={isLoading} />
        </Columns>
      </Box>
    </Page>
  )
}

function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  return hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
}
