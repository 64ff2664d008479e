import type { Language } from '#contract/core/fields.ts'

interface LockoutTexts {
  heading: (brand: string) => string
  /** Too many wrong passwords. */
  wrongPasswords: (name: string) => string[]
  /** The daily guesses at one-time passwords are used up, so someone has the password. */
  wrongCodes: (name: string) => string[]
  fact: Record<'when' | 'network', string>
  reset: string
  footer: string
}

/** Texts of the lockout email. */
export const LOCKOUT_TEXTS: Record<Language, LockoutTexts> = {
  en: {
    heading: (brand) => `Too many failed sign-ins to your ${brand} account`,
    wrongPasswords: (name) => [
      `Hello ${name}, someone entered a wrong password for your account too many times. New sign-ins now have to wait between tries, for up to 15 minutes.`,
      'Devices that remember you still work, and nobody was signed in by this.',
      'If it was you and you forgot your password, set a new one. That also ends the wait. If it was not you and your password is used anywhere else, set a new one too.',
    ],
    wrongCodes: (name) => [
      `Hello ${name}, someone entered your password and then too many wrong one-time passwords. Further ones are refused for the rest of the day.`,
      'Devices that remember you still work, and nobody was signed in by this.',
      'If it was not you, someone knows your password. Set a new one now.',
    ],
    fact: { when: 'When', network: 'From (approximate address)' },
    reset: 'Set a new password',
    footer: 'You get this mail because your account was protected. We send at most one a day.',
  },
  fr: {
    heading: (brand) => `Trop de tentatives de connexion à votre compte ${brand}`,
    wrongPasswords: (name) => [
      `Bonjour ${name}, quelqu’un a entré trop souvent un mauvais mot de passe pour votre compte. Il faut maintenant attendre entre deux tentatives, jusqu’à 15 minutes.`,
      'Les appareils qui vous reconnaissent fonctionnent toujours, et personne ne s’est connecté de cette façon.',
      'Si c’était vous et que vous avez oublié votre mot de passe, choisissez-en un nouveau\u00a0: l’attente prendra fin aussitôt. Si ce n’était pas vous et que ce mot de passe sert ailleurs, changez-le aussi.',
    ],
    wrongCodes: (name) => [
      `Bonjour ${name}, quelqu’un a entré votre mot de passe, puis trop de mauvais codes à usage unique. Les suivants sont refusés pour le reste de la journée.`,
      'Les appareils qui vous reconnaissent fonctionnent toujours, et personne ne s’est connecté de cette façon.',
      'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Changez-le sans attendre.',
    ],
    fact: { when: 'Quand', network: 'Depuis (adresse approximative)' },
    reset: 'Choisir un nouveau mot de passe',
    footer:
      'Vous recevez ce courriel parce que votre compte a été protégé. Nous en envoyons au plus un par jour.',
  },
}
