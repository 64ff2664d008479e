import { AccountNumber } from '#contract/money/payment-methods.ts'

/** Returns the digits of typed text (PAY-033). */
export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '')

/** Returns why a WEX account number cannot be saved (PAY-032, PAY-034, PAY-035). */
export function accountNumberError(number: string): 'missing' | 'invalid' | undefined {
  if (number === '') return 'missing'
  return AccountNumber.safeParse(number).success ? undefined : 'invalid'
}
