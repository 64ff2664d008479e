import type { Language } from '#contract/core/fields.ts'
import type { ProblemCode } from '#contract/core/problems.ts'
import { WAIT_SHOWN_FROM_SECONDS, waitText } from '#domain/core/wait-text.ts'
import problemsEn from '../../locales/en/errors.json' with { type: 'json' }
import shopLinkEn from '../../locales/en/shop-link.json' with { type: 'json' }
import signUpEn from '../../locales/en/sign-up.json' with { type: 'json' }
import problemsFr from '../../locales/fr/errors.json' with { type: 'json' }
import shopLinkFr from '../../locales/fr/shop-link.json' with { type: 'json' }
import signUpFr from '../../locales/fr/sign-up.json' with { type: 'json' }

/** Sent by the server only; the app shows this text (SHP-024). */
const promotionProblems = {
  en: {
    promotion_unknown: 'We do not know this code. Check it and try again.',
    promotion_expired: 'This promotion has ended.',
    promotion_used: 'Your fleet has already used this promotion.',
    promotion_minimum: 'The services cost too little for this promotion.',
  },
  fr: {
    promotion_unknown: 'Nous ne connaissons pas ce code. Vérifiez-le et réessayez.',
    promotion_expired: 'Cette promotion est terminée.',
    promotion_used: 'Votre parc a déjà utilisé cette promotion.',
    promotion_minimum: 'Le prix des services est trop bas pour cette promotion.',
  },
}

/** Payments (PAY-020, PAY-021). */
const paymentProblems = {
  en: {
    payment_running: 'Another payment of this order is in progress. Try again in a moment.',
    payment_unknown: 'The payment is being checked with the card provider. Do not pay again.',
    payment_declined: 'The payment was declined. The order is unchanged.',
    payment_disputed: 'The cardholder disputes this payment. Wait for the decision of the bank.',
    payment_required: 'Please select payment provider',
    payment_method_in_use: "This payment method has active orders and can't be removed",
    payment_method_default: "This payment method is set as default so you can't delete it",
  },
  fr: {
    payment_running: 'Un autre paiement de cette commande est en cours. Réessayez dans un instant.',
    payment_unknown:
      'Le paiement est en cours de vérification auprès du fournisseur. Ne payez pas une deuxième fois.',
    payment_declined: 'Le paiement a été refusé. La commande reste inchangée.',
    payment_disputed: 'Le titulaire de la carte conteste ce paiement. Attendez la décision de la banque.',
    payment_required: 'Veuillez choisir un fournisseur de paiement',
    payment_method_in_use: 'Ce mode de paiement sert à des commandes en cours et ne peut pas être supprimé',
    payment_method_default: 'Ce mode de paiement est celui par défaut : vous ne pouvez pas le supprimer',
  },
}

/**
 * The texts of sign-up and shop links are in their screens' locale files, because the sign-in screen loads few texts.
 */
const problems: Record<Language, Record<ProblemCode, string>> = {
  en: {
    ...problemsEn,
    ...signUpEn.problem,
    ...shopLinkEn.problem,
    ...promotionProblems.en,
    ...paymentProblems.en,
  },
  fr: {
    ...problemsFr,
    ...signUpFr.problem,
    ...shopLinkFr.problem,
    ...promotionProblems.fr,
    ...paymentProblems.fr,
  },
}

/**
 * Returns the message of a problem, the same that the app shows for its code. `retryAfter`: seconds, included if long.
 */
export function problemText(language: Language, code: ProblemCode, retryAfter = 0): string {
  const long = retryAfter > WAIT_SHOWN_FROM_SECONDS ? `${code}_wait` : code
  const words: Record<string, string> = problems[language]
  return words[long]?.replace('{{wait}}', waitText(retryAfter, language)) ?? problems[language][code]
}
