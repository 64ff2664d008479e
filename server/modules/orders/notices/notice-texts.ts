import type { Language } from '#contract/core/fields.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'

interface NoticeTexts {
  subject: Record<NoticeEvent, (vehicle: string) => string>
  intro: Record<NoticeEvent, (who: string) => string>
  fact: Record<
    | 'vehicle'
    | 'shop'
    | 'address'
    | 'when'
    | 'proposed'
    | 'services'
    | 'subtotal'
    | 'discount'
    | 'tax'
    | 'total'
    | 'po'
    | 'order'
    | 'policy'
    | 'limit',
    string
  >
  /** Why an order needs an approval. Amounts are already formatted. */
  reason: {
    over: (of: { estimate: string; over: string; limit: string }) => string
    services: (missing: string) => string
    noPolicy: string
    payment: string
    finalAmount: (of: { amount: string; approved: string }) => string
    rejectedWork: string
  }
  /** Introduction of the email that requests approval of a final bill. */
  finalBill: (who: string) => string
  policy: (of: { vehicles: number | null; services: string[] }) => string
  approvedBefore: (amount: string) => string
  overPolicy: (amount: string) => string
  open: string
  footer: (brand: string) => string
  /** For recipients who did not turn these emails on, about their own request. */
  footerOfOwn: (brand: string) => string
  ending: string
}

/** Texts of the emails about orders. */
export const NOTICE_TEXTS: Record<Language, NoticeTexts> = {
  en: {
    subject: {
      appointment_requested: (vehicle) => `Appointment requested for ${vehicle}`,
      appointment_confirmed: (vehicle) => `Appointment confirmed for ${vehicle}`,
      appointment_changed: (vehicle) => `Appointment changed for ${vehicle}`,
      appointment_proposed: (vehicle) => `New time proposed for ${vehicle}`,
      proposal_accepted: (vehicle) => `New time accepted for ${vehicle}`,
      proposal_declined: (vehicle) => `New time declined for ${vehicle}`,
      approvals_required: (vehicle) => `Approval needed for ${vehicle}`,
      approvals_submitted: (vehicle) => `Maintenance approved for ${vehicle}`,
      services_completed: (vehicle) => `Services completed on ${vehicle}`,
      services_canceled: (vehicle) => `Maintenance canceled for ${vehicle}`,
    },
    intro: {
      appointment_requested: (who) => `${who} asked for an appointment. The shop has yet to confirm it.`,
      appointment_confirmed: (who) => `${who} confirmed the appointment.`,
      appointment_changed: (who) =>
        `${who} confirmed another time than the one that was asked for. If it does not suit you, cancel the order or call the shop.`,
      appointment_proposed: (who) =>
        `${who} proposed another time for the appointment. It stays as it is until the shop accepts.`,
      proposal_accepted: (who) => `${who} accepted the time that was proposed. The appointment has moved.`,
      proposal_declined: (who) =>
        `${who} declined the time that was proposed. The appointment stays as it is.`,
      approvals_required: (who) => `${who} sent an estimate. Work begins once it is approved.`,
      approvals_submitted: (who) => `The estimate was approved by ${who}.`,
      services_completed: (who) => `${who} completed the work.`,
      services_canceled: (who) => `${who} canceled the order.`,
    },
    fact: {
      order: 'Order',
      vehicle: 'Vehicle',
      shop: 'Shop',
      address: 'Address',
      when: 'Appointment',
      proposed: 'Proposed time',
      services: 'Services',
      subtotal: 'Before tax',
      discount: 'Discount',
      tax: 'Tax',
      total: 'Total',
      po: 'PO number',
      policy: 'Policy',
      limit: 'Policy limit',
    },
    reason: {
      over: ({ estimate, over, limit }) =>
        `Why it needs approval: the estimate of ${estimate} before tax is ${over} over the policy limit of ${limit}.`,
      services: (missing) => `Why it needs approval: the policy does not cover ${missing}.`,
      noPolicy: 'Why it needs approval: no policy approves it automatically.',
      payment:
        'Why it needs approval: a policy covers the estimate, but the payment could not be authorized. Choose how to pay when you approve.',
      finalAmount: ({ amount, approved }) =>
        `Why it needs approval: the final amount is ${amount} before tax, but only ${approved} was approved.`,
      rejectedWork: 'Why it needs approval: the final bill includes work that was rejected.',
    },
    finalBill: (who) => `${who} sent the final bill. It has to be approved before it is paid.`,
    policy: ({ vehicles, services }) =>
      `${vehicles === null ? 'all vehicles' : vehicles === 1 ? '1 vehicle' : `${vehicles} vehicles`}, ${services.length === 0 ? 'all services' : listed(services, 'more')}`,
    approvedBefore: (amount) => `approved before: ${amount}`,
    overPolicy: (amount) => `${amount} over the policy`,
    open: 'Open the order',
    footer: (brand) =>
      `${brand} sends this because your notification preferences ask for it. Change them under User preferences.`,
    footerOfOwn: (brand) => `${brand} sends this because you asked for this appointment.`,
    ending: 'Unsubscribe from these notices',
  },
  fr: {
    subject: {
      appointment_requested: (vehicle) => `Rendez-vous demandé\u00a0: ${vehicle}`,
      appointment_confirmed: (vehicle) => `Rendez-vous confirmé\u00a0: ${vehicle}`,
      appointment_changed: (vehicle) => `Rendez-vous modifié\u00a0: ${vehicle}`,
      appointment_proposed: (vehicle) => `Nouvelle heure proposée\u00a0: ${vehicle}`,
      proposal_accepted: (vehicle) => `Nouvelle heure acceptée\u00a0: ${vehicle}`,
      proposal_declined: (vehicle) => `Nouvelle heure refusée\u00a0: ${vehicle}`,
      approvals_required: (vehicle) => `Approbation requise\u00a0: ${vehicle}`,
      approvals_submitted: (vehicle) => `Entretien approuvé\u00a0: ${vehicle}`,
      services_completed: (vehicle) => `Services terminés\u00a0: ${vehicle}`,
      services_canceled: (vehicle) => `Entretien annulé\u00a0: ${vehicle}`,
    },
    intro: {
      appointment_requested: (who) =>
        `${who} a demandé un rendez-vous. L’atelier ne l’a pas encore confirmé.`,
      appointment_confirmed: (who) => `${who} a confirmé le rendez-vous.`,
      appointment_changed: (who) =>
        `${who} a confirmé une autre heure que celle qui avait été demandée. Si elle ne vous convient pas, annulez la commande ou appelez l’atelier.`,
      appointment_proposed: (who) =>
        `${who} a proposé une autre heure. Le rendez-vous reste inchangé tant que l’atelier ne l’a pas acceptée.`,
      proposal_accepted: (who) => `${who} a accepté l’heure proposée. Le rendez-vous est déplacé.`,
      proposal_declined: (who) => `${who} a refusé l’heure proposée. Le rendez-vous reste inchangé.`,
      approvals_required: (who) =>
        `${who} a transmis une estimation. Les travaux commenceront une fois l’estimation approuvée.`,
      approvals_submitted: (who) => `Estimation approuvée par\u00a0: ${who}.`,
      services_completed: (who) => `${who} a terminé les travaux.`,
      services_canceled: (who) => `${who} a annulé la commande.`,
    },
    fact: {
      order: 'Commande',
      vehicle: 'Véhicule',
      shop: 'Atelier',
      address: 'Adresse',
      when: 'Rendez-vous',
      proposed: 'Heure proposée',
      services: 'Services',
      subtotal: 'Avant taxes',
      discount: 'Rabais',
      tax: 'Taxes',
      total: 'Total',
      po: 'Nº de bon de commande',
      policy: 'Politique',
      limit: 'Plafond',
    },
    reason: {
      over: ({ estimate, over, limit }) =>
        `Motif\u00a0: l’estimation de ${estimate} avant taxes dépasse de ${over} le plafond de ${limit} de la politique.`,
      services: (missing) => `Motif\u00a0: la politique ne couvre pas ce qui suit\u00a0: ${missing}.`,
      noPolicy: 'Motif\u00a0: aucune politique n’approuve cette commande automatiquement.',
      payment:
        'Motif\u00a0: une politique couvre l’estimation, mais le paiement n’a pas pu être autorisé. Choisissez le mode de paiement au moment d’approuver.',
      finalAmount: ({ amount, approved }) =>
        `Motif\u00a0: le montant final est de ${amount} avant taxes, alors que seulement ${approved} ont été approuvés.`,
      rejectedWork: 'Motif\u00a0: la facture finale comprend des travaux qui ont été refusés.',
    },
    finalBill: (who) => `${who} a transmis la facture finale. Elle doit être approuvée avant d’être payée.`,
    policy: ({ vehicles, services }) =>
      `${vehicles === null ? 'tous les véhicules' : vehicles === 1 ? '1 véhicule' : `${vehicles} véhicules`}, ${services.length === 0 ? 'tous les services' : listed(services, 'autres')}`,
    approvedBefore: (amount) => `déjà approuvé\u00a0: ${amount}`,
    overPolicy: (amount) => `${amount} de plus que la politique`,
    open: 'Ouvrir la commande',
    footer: (brand) =>
      `${brand} vous envoie ce courriel parce que vos préférences de notification le demandent. Vous pouvez les changer dans vos préférences d’utilisateur.`,
    footerOfOwn: (brand) => `${brand} vous envoie ce courriel parce que vous avez demandé ce rendez-vous.`,
    ending: 'Ne plus recevoir ces avis',
  },
}

/** Number of names that an email lists before it only counts the rest. */
const NAMES_MAX = 5

function listed(names: readonly string[], more: string): string {
  const rest = names.length - NAMES_MAX
  return `${names.slice(0, NAMES_MAX).join(', ')}${rest > 0 ? ` + ${rest} ${more}` : ''}`
}
