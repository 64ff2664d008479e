import type { ReactNode } from 'react'
import { SignedOutNotice } from './SignedOutNotice.tsx'
import { SignInTabs } from './SignInTabs.tsx'
import { StoreButtons } from './StoreButtons.tsx'

/** What some brands add to the sign-in screen: a notice after the sign-out, tabs around the form, store buttons. */
export function BrandDoor({ part }: { part: 'signedOut' | 'stores' | { form: ReactNode } }) {
  if (part === 'signedOut') return <SignedOutNotice />
  if (part === 'stores') return <StoreButtons />
  return <SignInTabs form={part.form} />
}
