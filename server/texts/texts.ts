import type { Language } from '#contract/core/fields.ts'
import type { ProblemCode } from '#contract/core/problems.ts'
import { OTP_LIFE_MINUTES, RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import { WAIT_SHOWN_FROM_SECONDS, waitText } from '#domain/core/wait-text.ts'
import problemsEn from '../../locales/en/errors.json' with { type: 'json' }
import reportsEn from '../../locales/en/reports.json' with { type: 'json' }
import servicesEn from '../../locales/en/services.json' with { type: 'json' }
import shopLinkEn from '../../locales/en/shop-link.json' with { type: 'json' }
import signUpEn from '../../locales/en/sign-up.json' with { type: 'json' }
import problemsFr from '../../locales/fr/errors.json' with { type: 'json' }
import reportsFr from '../../locales/fr/reports.json' with { type: 'json' }
import servicesFr from '../../locales/fr/services.json' with { type: 'json' }
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

/** Names of service positions, by key (SVC-048). */
export const positionNames: Record<Language, Record<string, string>> = {
  en: servicesEn.position,
  fr: servicesFr.position,
}

/**
 * Returns the message of a problem, the same that the app shows for its code. `retryAfter`: seconds, included if long.
 */
export function problemText(language: Language, code: ProblemCode, retryAfter = 0): string {
  const long = retryAfter > WAIT_SHOWN_FROM_SECONDS ? `${code}_wait` : code
  const words: Record<string, string> = problems[language]
  return words[long]?.replace('{{wait}}', waitText(retryAfter, language)) ?? problems[language][code]
}

/** Other texts of the server: responses, mails, headings of files (by column, in order). */
export const texts = {
  en: {
    transactionsFile: {
      heading: { ...reportsEn.column, date: 'Date', kind: 'Type', currency: 'Currency' },
      kind: {
        captured: 'Payment',
        refunded: 'Refund',
        settlement_declined: 'Taken back by the bank',
        dispute_lost: 'Dispute lost',
      },
    },
    fleetsFile: {
      column: {
        id: 'Id',
        name: 'Name',
        region: 'Region',
        rep: 'Rep',
        other_id: 'Other ID',
        fleet_payment_type: 'Payment type',
        share_wex_number: 'Shares WEX number',
        address: 'Address',
        account: 'Account',
        country: 'Country',
        created_at: 'Created',
        active: 'Active',
        users_total: 'Users',
        vehicles_total: 'Vehicles',
        transactions_total: 'Transactions',
        average_ticket: 'Average ticket',
        total_spend: 'Total spend',
      },
      yes: 'Yes',
      no: 'No',
      paymentType: {
        credit_card: 'Credit card',
        wex: 'WEX',
        fleetcor: 'Fleetcor',
        pay_in_shop: 'Pay in shop',
        invoice: 'Invoice',
      } as Record<string, string>,
    },
    subscriptionsFile: {
      column: {
        fleet_name: 'Fleet name',
        subscription: 'Subscription',
        subscription_date: 'Subscription date',
        method_of_payment: 'Method of payment',
        number_of_vehicles: 'Number of vehicles',
        amount: 'Amount',
        currency: 'Currency',
        status: 'Status',
      },
      status: { open: 'Being charged', paid: 'Paid', failed: 'Failed', free: 'Free' },
    },
    usersFile: {
      column: {
        name: 'Name',
        roles: 'Roles',
        email: 'E-mail',
        phone: 'Phone',
        vehicles: 'Vehicles',
        fleets: 'Fleets',
        active: 'Active',
      },
      yes: 'Yes',
      no: 'No',
    },
    manualEntry: 'Manually Entered',
    ordersFile: {
      id: 'Order',
      status: 'Status',
      date: 'Date',
      time: 'Time',
      time_zone: 'Time zone',
      completed: 'Completed',
      vehicle: 'Vehicle',
      vin: 'VIN',
      other_id: 'Other ID',
      department_number: 'Department number',
      shop: 'Shop',
      services: 'Services',
      odometer: 'Odometer',
      po_number: 'PO number',
      total: 'Cost',
      invoice_number: 'Invoice',
      maintenance_type: 'Maintenance type',
    },
    orderStatus: {
      initiated: 'Initiated',
      initiated_by_user: 'Initiated',
      active: 'Active',
      awaiting_approval: 'Awaiting Approval',
      approved: 'Approved',
      walk_in: 'Walk In',
      complete: 'Complete',
      paid: 'Paid',
      paid_in_shop: 'Paid at Shop',
      paid_deferred: 'In Manual Review',
      cancel: 'Cancelled',
    },
    orderParties: { shop: 'Shop', system: 'Wheelbook', autoApprove: 'Auto-Approve' },
    firstFrame:
      'The app and your fleet are on their way to this device. Next time it opens at once, also without signal.',
    otpSent: 'OTP sent successfully',
    otpResent: 'OTP resend successfully',
    otpMail: (brand: string, name: string, code: string) => ({
      subject: `${code} is your ${brand} code`,
      text: `Hello ${name},\n\nYour code to sign in to ${brand} is\n\n${code}\n\nIt works once, for ${OTP_LIFE_MINUTES} minutes. If you did not try to sign in, someone knows your password. Change it now.\n`,
    }),
    signUpMail: (brand: string, code: string) => ({
      subject: `${code} is your ${brand} code`,
      text: `Hello,\n\nYour code to sign up for ${brand} is\n\n${code}\n\nIt works once, for ${OTP_LIFE_MINUTES} minutes. If you did not try to sign up, ignore this e-mail.\n`,
    }),
    welcomeMail: (brand: string, name: string, fleet: string, support: string) => ({
      subject: `Welcome to ${brand}`,
      text: `Hello ${name},\n\n${fleet} now has an account with ${brand}, and you are its owner. If this was not you, write to ${support}.\n`,
    }),
    setPasswordAction: 'Set a password',
    setPassword: (address: string) =>
      `\nYou came in through your provider. To sign in without it, set a password:\n\n${address}\n`,
    resetSent: 'We sent an e-mail with a link if this address has an account',
    passwordReset: 'Your password has been reset',
    passwordChanged: 'Password changed',
    resetMail: (brand: string, name: string, link: string) => ({
      subject: `Set a new ${brand} password`,
      action: 'Set a new password',
      text: `Hello ${name},\n\nOpen this link to set a new password for ${brand}:\n\n${link}\n\nIt works once, for ${RESET_LIFE_MINUTES} minutes. If you did not ask for it, ignore this e-mail. Your password stays as it is.\n`,
    }),
    passwordMail: (brand: string, name: string) => ({
      subject: `Your ${brand} password was changed`,
      text: `Hello ${name},\n\nYour password for ${brand} was just changed, and your other devices were signed out. If this was not you, ask for a new password on the sign-in screen at once.\n`,
    }),
    emailMail: (brand: string, name: string, email: string) => ({
      subject: `Your ${brand} e-mail address was changed`,
      text: `Hello ${name},\n\nFrom now on you sign in to ${brand} with ${email}. If this was not you, write to the administrator of your fleet at once.\n`,
    }),
  },
  fr: {
    transactionsFile: {
      heading: { ...reportsFr.column, date: 'Date', kind: 'Type', currency: 'Devise' },
      kind: {
        captured: 'Paiement',
        refunded: 'Remboursement',
        settlement_declined: 'Repris par la banque',
        dispute_lost: 'Contestation perdue',
      },
    },
    fleetsFile: {
      column: {
        id: 'Nº',
        name: 'Nom',
        region: 'Région',
        rep: 'Représentant',
        other_id: 'Autre identifiant',
        fleet_payment_type: 'Mode de paiement',
        share_wex_number: 'Partage du numéro WEX',
        address: 'Adresse',
        account: 'Compte',
        country: 'Pays',
        created_at: 'Création',
        active: 'Actif',
        users_total: 'Utilisateurs',
        vehicles_total: 'Véhicules',
        transactions_total: 'Transactions',
        average_ticket: 'Montant moyen',
        total_spend: 'Dépenses totales',
      },
      yes: 'Oui',
      no: 'Non',
      paymentType: {
        credit_card: 'Carte de crédit',
        wex: 'WEX',
        fleetcor: 'Fleetcor',
        pay_in_shop: 'Paiement à l’atelier',
        invoice: 'Facture',
      } as Record<string, string>,
    },
    subscriptionsFile: {
      column: {
        fleet_name: 'Nom du parc',
        subscription: 'Abonnement',
        subscription_date: 'Date d’abonnement',
        method_of_payment: 'Mode de paiement',
        number_of_vehicles: 'Nombre de véhicules',
        amount: 'Montant',
        currency: 'Devise',
        status: 'État',
      },
      status: { open: 'En cours', paid: 'Payé', failed: 'Échoué', free: 'Gratuit' },
    },
    usersFile: {
      column: {
        name: 'Nom',
        roles: 'Rôles',
        email: 'Courriel',
        phone: 'Téléphone',
        vehicles: 'Véhicules',
        fleets: 'Parcs',
        active: 'Actif',
      },
      yes: 'Oui',
      no: 'Non',
    },
    manualEntry: 'Saisie manuelle',
    ordersFile: {
      id: 'Commande',
      status: 'État',
      date: 'Date',
      time: 'Heure',
      time_zone: 'Fuseau horaire',
      completed: 'Terminée le',
      vehicle: 'Véhicule',
      vin: 'NIV',
      other_id: 'Autre identifiant',
      department_number: 'Numéro de division',
      shop: 'Atelier',
      services: 'Services',
      odometer: 'Odomètre',
      po_number: 'Nº de bon de commande',
      total: 'Coût',
      invoice_number: 'Facture',
      maintenance_type: 'Type d’entretien',
    },
    orderStatus: {
      initiated: 'Demandée',
      initiated_by_user: 'Demandée',
      active: 'En cours',
      awaiting_approval: 'En attente d’approbation',
      approved: 'Approuvée',
      walk_in: 'Sans rendez-vous',
      complete: 'Terminée',
      paid: 'Payée',
      paid_in_shop: 'Payée à l’atelier',
      paid_deferred: 'En révision manuelle',
      cancel: 'Annulée',
    },
    orderParties: { shop: 'Atelier', system: 'Wheelbook', autoApprove: 'Approbation automatique' },
    firstFrame:
      'L’application et votre parc sont en route vers cet appareil. La prochaine fois, elle s’ouvrira aussitôt, même sans réseau.',
    otpSent: 'Le code a été envoyé',
    otpResent: 'Le code a été envoyé de nouveau',
    otpMail: (brand: string, name: string, code: string) => ({
      subject: `${code} est votre code ${brand}`,
      text: `Bonjour ${name},\n\nVotre code pour vous connecter à ${brand} est le\n\n${code}\n\nIl sert une seule fois, pendant ${OTP_LIFE_MINUTES} minutes. Si vous n’avez pas tenté de vous connecter, quelqu’un connaît votre mot de passe : changez-le.\n`,
    }),
    signUpMail: (brand: string, code: string) => ({
      subject: `${code} est votre code ${brand}`,
      text: `Bonjour,\n\nVotre code pour vous inscrire à ${brand} est le\n\n${code}\n\nIl sert une seule fois, pendant ${OTP_LIFE_MINUTES} minutes. Si vous n’avez pas tenté de vous inscrire, ignorez ce courriel : il ne se passe rien.\n`,
    }),
    welcomeMail: (brand: string, name: string, fleet: string, support: string) => ({
      subject: `Bienvenue chez ${brand}`,
      text: `Bonjour ${name},\n\n${fleet} a maintenant un compte chez ${brand}, et vous en êtes propriétaire. Si ce n’était pas vous, écrivez à ${support}.\n`,
    }),
    setPasswordAction: 'Choisir un mot de passe',
    setPassword: (address: string) =>
      `\nVous êtes passé par votre fournisseur. Pour vous connecter sans lui, choisissez un mot de passe : ${address}\n`,
    resetSent: 'Si cette adresse a un compte, un courriel avec un lien vient de lui être envoyé',
    passwordReset: 'Votre mot de passe a été réinitialisé',
    passwordChanged: 'Mot de passe modifié',
    resetMail: (brand: string, name: string, link: string) => ({
      subject: `Choisissez un nouveau mot de passe ${brand}`,
      action: 'Choisir un nouveau mot de passe',
      text: `Bonjour ${name},\n\nOuvrez ce lien pour choisir un nouveau mot de passe ${brand}\u00a0:\n\n${link}\n\nIl sert une seule fois, pendant ${RESET_LIFE_MINUTES} minutes. Si vous n’avez rien demandé, ignorez ce courriel : votre mot de passe ne change pas.\n`,
    }),
    passwordMail: (brand: string, name: string) => ({
      subject: `Votre mot de passe ${brand} a été modifié`,
      text: `Bonjour ${name},\n\nVotre mot de passe ${brand} vient d’être modifié, et vos autres appareils ont été déconnectés. Si ce n’était pas vous, demandez sans attendre un nouveau mot de passe à l’écran de connexion.\n`,
    }),
    emailMail: (brand: string, name: string, email: string) => ({
      subject: `Votre adresse courriel ${brand} a été modifiée`,
      text: `Bonjour ${name},\n\nVous vous connectez désormais à ${brand} avec ${email}. Si ce n’était pas vous, écrivez sans attendre à l’administrateur de votre parc.\n`,
    }),
  },
} as const satisfies Record<Language, unknown>
