import type { ReactNode } from 'react'
import { SignedOutNotice } from './SignedOutNotice.tsx'
import { SignInTabs } from './SignInTabs.tsx'
import { StoreButtons } from './StoreButtons.tsx'

/** Additions of some brands to the sign-in screen: a sign-out notice, tabs around the form, store buttons. */
export function BrandSignInPart({ part }: { part: 'signedOut' | 'stores' | { form: ReactNode } }) {
  if (part === 'signedOut') return <SignedOutNotice />
  if (part === 'stores') return <StoreButtons />
  return <SignInTabs form={part.form} />
}
