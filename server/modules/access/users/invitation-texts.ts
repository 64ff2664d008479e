import type { Language } from '#contract/core/fields.ts'

interface InvitationTexts {
  heading: (brand: string) => string
  intro: (name: string, who: string, fleet: string, brand: string) => string
  howTo: string
  fact: Record<'fleet' | 'email' | 'until', string>
  set: string
  footer: (fleet: string) => string
}

/** Texts of the invitation email. */
export const INVITATION_TEXTS: Record<Language, InvitationTexts> = {
  en: {
    heading: (brand) => `Your ${brand} account is ready`,
    intro: (name, who, fleet, brand) => `Hello ${name}, ${who} gave you access to ${fleet} in ${brand}.`,
    howTo: 'Set a password to sign in. The link works once.',
    fact: { fleet: 'Fleet', email: 'Sign in with', until: 'Link works until' },
    set: 'Set a password',
    footer: (fleet) =>
      `You get this mail because your address was entered for ${fleet}. If you do not know them, leave it: without a password nobody can sign in.`,
  },
  fr: {
    heading: (brand) => `Votre compte ${brand} est prêt`,
    intro: (name, who, fleet, brand) => `Bonjour ${name}, ${who} vous donne accès à ${fleet} dans ${brand}.`,
    howTo: 'Choisissez un mot de passe pour ouvrir une session. Le lien ne fonctionne qu’une fois.',
    fact: { fleet: 'Parc', email: 'Ouvrir une session avec', until: 'Lien valide jusqu’au' },
    set: 'Choisir un mot de passe',
    footer: (fleet) =>
      `Vous recevez ce courriel parce que votre adresse a été inscrite pour ${fleet}. Si ce nom ne vous dit rien, ignorez-le\u00a0: sans mot de passe, personne ne peut ouvrir de session.`,
  },
}
