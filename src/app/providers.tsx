import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrandProvider } from '#src/brand/BrandProvider.tsx'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { FormatProvider } from '#src/i18n/FormatProvider.tsx'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import { SessionProvider } from '#src/session/SessionProvider.tsx'
import type { SessionStore } from '#src/session/session-store.ts'
import { ToastProvider } from '#src/ui/feedback/ToastProvider.tsx'

interface ProvidersProps {
  queryClient: QueryClient
  session: SessionStore
  offline: OfflineAccess
  children: ReactNode
}

/** The context providers around every screen. */
export function Providers({ queryClient, session, offline, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <BrandProvider>
        <FormatProvider country={brandOfPage().country}>
          <SessionProvider store={session} offline={offline}>
            <ToastProvider>{children}</ToastProvider>
          </SessionProvider>
        </FormatProvider>
      </BrandProvider>
    </QueryClientProvider>
  )
}
