import type { Language } from '#contract/core/fields.ts'

interface SubscriptionTexts {
  heading: (fleet: string) => string
  paragraphs: (firstName: string) => string[]
  fact: Record<'month' | 'amount', string>
  action: string
  footer: string
}

/** Email about a subscription that could not be charged. */
export const SUBSCRIPTION_TEXTS: Record<Language, SubscriptionTexts> = {
  en: {
    heading: (fleet) => `We could not charge the subscription of ${fleet}`,
    paragraphs: (firstName) => [
      `Hello ${firstName}, your default payment method was declined each time we tried, or there is none.`,
      'Add another payment method, make it the default, then retry the payment or contact support.',
    ],
    fact: { month: 'Month', amount: 'Amount' },
    action: 'Open payment settings',
    footer: 'You get this mail because you own the fleet.',
  },
  fr: {
    heading: (fleet) => `Le paiement de l’abonnement de ${fleet} a échoué`,
    paragraphs: (firstName) => [
      `Bonjour ${firstName}, votre mode de paiement par défaut a été refusé à chaque tentative, ou il n’y en a aucun.`,
      'Ajoutez un autre mode de paiement, choisissez-le par défaut, puis relancez le paiement ou communiquez avec le soutien.',
    ],
    fact: { month: 'Mois', amount: 'Montant' },
    action: 'Ouvrir les paramètres de paiement',
    footer: 'Vous recevez ce courriel parce que vous êtes propriétaire du parc.',
  },
}
