import type { Language } from '#contract/core/fields.ts'

/** Texts of reminders, in emails and text messages. `vehicle` is its name; days and distances are formatted. */
export interface ReminderTexts {
  subject: {
    due: (what: string, vehicle: string) => string
    past: (what: string, vehicle: string) => string
    document: (paper: string, vehicle: string) => string
    several: (count: number, vehicle: string) => string
    vehicles: (count: number) => string
    appointment: (vehicle: string, when: string) => string
  }
  intro: { maintenance: string; documents: string; both: string; appointment: string }
  /** A line about a due item. */
  due: { at: (reading: string) => string; by: (day: string) => string; past: string }
  document: Record<string, string>
  expires: { on: (day: string) => string; today: string; ago: (day: string) => string }
  more: (count: number) => string
  moreLabel: string
  fact: Record<'vehicle' | 'shop' | 'address' | 'phone' | 'when' | 'services' | 'order', string>
  open: Record<'vehicle' | 'due' | 'order', string>
  footer: (brand: string) => string
  ending: string
}

export const REMINDER_TEXTS: Record<Language, ReminderTexts> = {
  en: {
    subject: {
      due: (what, vehicle) => `${vehicle}: ${what} is due soon`,
      past: (what, vehicle) => `${vehicle}: ${what} is past due`,
      document: (paper, vehicle) => `${vehicle}: ${paper} expires`,
      several: (count, vehicle) => `${vehicle}: ${count} reminders`,
      vehicles: (count) => `Reminders for ${count} vehicles`,
      appointment: (vehicle, when) => `${vehicle}: appointment on ${when}`,
    },
    intro: {
      maintenance: 'This maintenance is due. Book an appointment, or say that it is done.',
      documents: 'These documents expire. Put the new ones in the glovebox.',
      both: 'This maintenance is due, and these documents expire.',
      appointment: 'This is the reminder of your appointment that you asked for.',
    },
    due: { at: (reading) => `due at ${reading}`, by: (day) => `about ${day}`, past: 'past due' },
    document: {
      driver_license: 'driver license',
      vehicle_insurance: 'insurance',
      registration: 'registration',
      license_plate: 'license plate',
      other: 'document',
    },
    expires: {
      on: (day) => `expires on ${day}`,
      today: 'expires today',
      ago: (day) => `expired on ${day}`,
    },
    more: (count) => `${count} more ${count === 1 ? 'reminder' : 'reminders'}, in the app`,
    moreLabel: 'And',
    fact: {
      vehicle: 'Vehicle',
      shop: 'Shop',
      address: 'Address',
      phone: 'Phone',
      when: 'Appointment',
      services: 'Services',
      order: 'Order',
    },
    open: { vehicle: 'Open the vehicle', due: 'See what is due', order: 'Open the order' },
    footer: (brand) =>
      `${brand} sends this because you are reminded of it. Under User preferences you change that, and see every reminder of the last 30 days.`,
    ending: 'Unsubscribe from these reminders',
  },
  fr: {
    subject: {
      due: (what, vehicle) => `${vehicle}\u00a0: ${what}, bientôt à faire`,
      past: (what, vehicle) => `${vehicle}\u00a0: ${what}, en retard`,
      document: (paper, vehicle) => `${vehicle}\u00a0: ${paper}, échéance`,
      several: (count, vehicle) => `${vehicle}\u00a0: ${count} rappels`,
      vehicles: (count) => `Rappels pour ${count} véhicules`,
      appointment: (vehicle, when) => `${vehicle}\u00a0: rendez-vous le ${when}`,
    },
    intro: {
      maintenance: 'Cet entretien est à faire. Prenez rendez-vous, ou indiquez qu’il est fait.',
      documents: 'Ces documents arrivent à échéance. Déposez les nouveaux dans la boîte à gants.',
      both: 'Cet entretien est à faire, et ces documents arrivent à échéance.',
      appointment: 'Voici le rappel de rendez-vous que vous avez demandé.',
    },
    due: { at: (reading) => `à ${reading}`, by: (day) => `vers le ${day}`, past: 'en retard' },
    document: {
      driver_license: 'permis de conduire',
      vehicle_insurance: 'assurance',
      registration: 'immatriculation',
      license_plate: 'plaque d’immatriculation',
      other: 'document',
    },
    expires: {
      on: (day) => `échéance le ${day}`,
      today: 'échéance aujourd’hui',
      ago: (day) => `échu le ${day}`,
    },
    more: (count) => `${count} ${count === 1 ? 'autre rappel' : 'autres rappels'}, dans l’application`,
    moreLabel: 'Et',
    fact: {
      vehicle: 'Véhicule',
      shop: 'Atelier',
      address: 'Adresse',
      phone: 'Téléphone',
      when: 'Rendez-vous',
      services: 'Services',
      order: 'Commande',
    },
    open: { vehicle: 'Ouvrir le véhicule', due: 'Voir ce qui est à faire', order: 'Ouvrir la commande' },
    footer: (brand) =>
      `${brand} vous envoie ce courriel parce que vous recevez ces rappels. Vos préférences d’utilisateur permettent de changer cela et montrent tous les rappels des 30 derniers jours.`,
    ending: 'Ne plus recevoir ces rappels',
  },
}
