import { AccountNumber } from '#contract/money/payment-methods.ts'

/** What is left of typed text: its digits (PAY-033). */
export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '')

/** Why a WEX account number cannot be saved (PAY-032, PAY-034, PAY-035). */
export function accountNumberError(number: string): 'missing' | 'invalid' | undefined {
  if (number === '') return 'missing'
  return AccountNumber.safeParse(number).success ? undefined : 'invalid'
}
