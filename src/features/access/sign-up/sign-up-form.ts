import { signUpForm } from '#contract/access/sign-up-rules.ts'
import type { Country } from '#contract/core/locale.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { codesOf } from '#src/lib/field-codes.ts'

/** The form's text as typed; restored after a reload. */
export interface SignUpDraft {
  companyName: string
  carCount: string
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  zipCode: string
  terms: boolean
  promotional: boolean
  inFrench: boolean
}
/** Never stored. */
export interface SignUpPasswords {
  password: string
  confirmPassword: string
}
export type SignUpField =
  | Exclude<keyof SignUpDraft, 'terms' | 'promotional' | 'inFrench'>
  | keyof SignUpPasswords

export const emptyDraft: SignUpDraft = {
  companyName: '',
  carCount: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  zipCode: '',
  terms: false,
  promotional: false,
  inFrench: false,
}
export const noPasswords: SignUpPasswords = { password: '', confirmPassword: '' }

/** Parses a stored draft; ignores the parts that do not fit this version. */
export function parseDraft(stored: unknown): SignUpDraft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const fitting = Object.entries(emptyDraft).map(([name, empty]) => {
    const value = (stored as Record<string, unknown>)[name]
    return [name, typeof value === typeof empty ? value : empty]
  })
  return Object.fromEntries(fitting) as SignUpDraft
}

/** Parses the draft with the contract's schema, or returns error codes per field. */
export function readSignUp(draft: SignUpDraft, passwords: SignUpPasswords, country: Country) {
  const input = { ...draft, ...passwords, carCount: wholeNumber(draft.carCount) }
  const result = signUpForm(country).safeParse(input)
  const faults: FieldCodes = result.success ? {} : codesOf(result.error.issues, input)
  return { fields: result.data, faults }
}
export type SignUpFields = NonNullable<ReturnType<typeof readSignUp>['fields']>

export type SignUpPayload = ReturnType<typeof toPayload>

/** Returns the request body (ACC-091). The promotional terms apply in Canada only. */
export function toPayload(
  fields: SignUpFields,
  draft: SignUpDraft,
  country: Country,
  nonce: string | undefined,
) {
  return {
    ...fields,
    acceptedTermsAndConditions: true as const,
    ...(country === 'CA' && { acceptedPromotionalTerms: draft.promotional }),
    communicationPreferencesInFrench: country === 'CA' && draft.inFrench,
    ...(nonce && { payment_method_nonce: nonce }),
  }
}
