import type { Language } from '#contract/core/fields.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'

interface NoticeWords {
  subject: Record<NoticeEvent, (vehicle: string) => string>
  intro: Record<NoticeEvent, (who: string) => string>
  fact: Record<'vehicle' | 'shop' | 'address' | 'when' | 'services' | 'total' | 'po' | 'order', string>
  open: string
  footer: (brand: string) => string
  /** To who did not ask for such mails, about a request of theirs. */
  footerOfOwn: (brand: string) => string
  ending: string
}

/** What the mails about orders say. */
export const NOTICE_TEXTS: Record<Language, NoticeWords> = {
  en: {
    subject: {
      appointment_requested: (vehicle) => `Appointment requested for ${vehicle}`,
      appointment_confirmed: (vehicle) => `Appointment confirmed for ${vehicle}`,
      appointment_changed: (vehicle) => `Appointment changed for ${vehicle}`,
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
      services: 'Services',
      total: 'Total',
      po: 'PO number',
    },
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
      services: 'Services',
      total: 'Total',
      po: 'Bon de commande',
    },
    open: 'Ouvrir la commande',
    footer: (brand) =>
      `${brand} vous envoie ce courriel parce que vos préférences de notification le demandent. Vous pouvez les changer dans vos préférences d’utilisateur.`,
    footerOfOwn: (brand) => `${brand} vous envoie ce courriel parce que vous avez demandé ce rendez-vous.`,
    ending: 'Ne plus recevoir ces avis',
  },
}
