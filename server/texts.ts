import type { Language } from '#contract/core/fields.ts'
import { OTP_LIFE_MINUTES } from '#contract/core/limits.ts'
import type { ProblemCode } from '#contract/core/problems.ts'
import problemsEn from '../locales/en/errors.json' with { type: 'json' }
import problemsFr from '../locales/fr/errors.json' with { type: 'json' }

/** Alert of a problem, the same text that the app shows for its code. */
export function problemText(language: Language, code: ProblemCode): string {
  return (language === 'fr' ? problemsFr : problemsEn)[code]
}

/** What the server says beside problems: answers, mails, headings of files (by column, in their order). */
export const texts = {
  en: {
    fleetsFile: {
      id: 'Id',
      name: 'Name',
      region: 'Region',
      rep: 'Rep',
      other_id: 'Other ID',
      fleet_payment_type: 'Payment type',
      country: 'Country',
      created_at: 'Created',
      users_total: 'Users',
      vehicles_total: 'Vehicles',
      transactions_total: 'Transactions',
      average_ticket: 'Average ticket',
      total_spend: 'Total spend',
    },
    otpSent: 'OTP sent successfully',
    otpResent: 'OTP resend successfully',
    otpMail: (brand: string, name: string, code: string) => ({
      subject: `${code} is your ${brand} code`,
      text: `Hello ${name},\n\nyour code to sign in to ${brand} is\n\n${code}\n\nIt works once, for ${OTP_LIFE_MINUTES} minutes. If you did not try to sign in, somebody knows your password: change it.\n`,
    }),
  },
  fr: {
    fleetsFile: {
      id: 'Nº',
      name: 'Nom',
      region: 'Région',
      rep: 'Représentant',
      other_id: 'Autre identifiant',
      fleet_payment_type: 'Mode de paiement',
      country: 'Pays',
      created_at: 'Création',
      users_total: 'Utilisateurs',
      vehicles_total: 'Véhicules',
      transactions_total: 'Transactions',
      average_ticket: 'Montant moyen',
      total_spend: 'Dépenses totales',
    },
    otpSent: 'Le code a été envoyé',
    otpResent: 'Le code a été envoyé de nouveau',
    otpMail: (brand: string, name: string, code: string) => ({
      subject: `${code} est votre code ${brand}`,
      text: `Bonjour ${name},\n\nvotre code pour vous connecter à ${brand} est le\n\n${code}\n\nIl sert une seule fois, pendant ${OTP_LIFE_MINUTES} minutes. Si vous n’avez pas tenté de vous connecter, quelqu’un connaît votre mot de passe : changez-le.\n`,
    }),
  },
} as const satisfies Record<Language, unknown>
