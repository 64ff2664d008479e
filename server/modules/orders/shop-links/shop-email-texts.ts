import type { Language } from '#contract/core/fields.ts'

/** Events that a shop gets an email about. */
export type ShopEmail = 'link' | 'approved' | 'rejected' | 'cancelled' | 'proposed' | 'withdrawn'

interface ShopEmailTexts {
  subject: Record<ShopEmail, (fleet: string) => string>
  paragraphs: Record<ShopEmail, string[]>
  fact: Record<'fleet' | 'vehicle' | 'when' | 'proposed' | 'services', string>
  open: string
  footer: (brand: string) => string
}

/** Texts of the emails to shops. */
export const SHOP_EMAIL_TEXTS: Record<Language, ShopEmailTexts> = {
  en: {
    subject: {
      link: (fleet) => `${fleet} asks for an appointment`,
      approved: (fleet) => `${fleet} approved your estimate`,
      rejected: (fleet) => `${fleet} rejected your estimate`,
      cancelled: (fleet) => `${fleet} canceled the appointment`,
      proposed: (fleet) => `${fleet} proposes another time`,
      withdrawn: (fleet) => `${fleet} keeps the appointment as it is`,
    },
    paragraphs: {
      link: [
        'Confirm the appointment, enter your estimate and hand in your invoice on the page below. You need no account.',
        'The page asks for the last 8 characters of the VIN. Pass the link on only to people of your shop.',
      ],
      approved: ['You can begin the work.'],
      rejected: ['Please do none of the work. The fleet will collect the vehicle.'],
      cancelled: ['There is nothing left for you to do.'],
      proposed: [
        'Accept or decline the proposed time on the page below. Until you accept it, the appointment stays as it is.',
        'The page may ask for the last 8 characters of the VIN. You need no account.',
      ],
      withdrawn: ['The time that was proposed is withdrawn. You need not answer.'],
    },
    fact: {
      fleet: 'Fleet',
      vehicle: 'Vehicle',
      when: 'Appointment',
      proposed: 'Proposed time',
      services: 'Services',
    },
    open: 'Open the order',
    footer: (brand) => `${brand} sends this because the fleet chose your shop.`,
  },
  fr: {
    subject: {
      link: (fleet) => `${fleet} demande un rendez-vous`,
      approved: (fleet) => `${fleet} a approuvé votre estimation`,
      rejected: (fleet) => `${fleet} a refusé votre estimation`,
      cancelled: (fleet) => `${fleet} a annulé le rendez-vous`,
      proposed: (fleet) => `${fleet} propose une autre heure`,
      withdrawn: (fleet) => `${fleet} maintient le rendez-vous`,
    },
    paragraphs: {
      link: [
        'Confirmez le rendez-vous, saisissez votre estimation et remettez votre facture à la page ci-dessous. Aucun compte n’est nécessaire.',
        'La page demande les 8 derniers caractères du NIV. Ne transmettez le lien qu’aux gens de votre atelier.',
      ],
      approved: ['Vous pouvez commencer les travaux.'],
      rejected: ['N’effectuez aucun des travaux. Le parc viendra chercher le véhicule.'],
      cancelled: ['Vous n’avez plus rien à faire.'],
      proposed: [
        'Acceptez ou refusez l’heure proposée à la page ci-dessous. Le rendez-vous reste inchangé tant que vous ne l’avez pas acceptée.',
        'La page peut demander les 8 derniers caractères du NIV. Aucun compte n’est nécessaire.',
      ],
      withdrawn: ['L’heure proposée est retirée. Vous n’avez pas à répondre.'],
    },
    fact: {
      fleet: 'Parc',
      vehicle: 'Véhicule',
      when: 'Rendez-vous',
      proposed: 'Heure proposée',
      services: 'Services',
    },
    open: 'Ouvrir la commande',
    footer: (brand) => `${brand} vous envoie ce courriel parce que le parc a choisi votre atelier.`,
  },
}
