import { addDays } from '#domain/core/days.ts'
import { AFFILIATION } from '#server/db/seed/tables/fleets.ts'

/**
 * Creates promotions of every kind: percent and amount, listed and by code only, limited to a country, a brand or a
 * management company, and expired.
 */
export function createPromotions(today: string) {
  const everybody = { percent_off: null, amount_off: null, minimum: 0, is_listed: true, starts_on: null }
  const open = { ...everybody, ends_on: null, country: null, brand: null, affiliation_id: null }
  return [
    {
      ...open,
      code: 'WELCOME10',
      percent_off: 10,
      name_en: 'Welcome offer',
      name_fr: 'Offre de bienvenue',
      description_en: '10% off the services of one order.',
      description_fr: '10 % de rabais sur les services d’une commande.',
    },
    {
      ...open,
      code: 'BRAKES40',
      amount_off: 40,
      minimum: 300,
      country: 'US',
      ends_on: addDays(today, 60),
      name_en: 'Brake season',
      name_fr: 'Saison des freins',
      description_en: '$40 off an order of $300 or more.',
      description_fr: '40 $ de rabais sur une commande de 300 $ ou plus.',
    },
    {
      ...open,
      code: 'HIVER50',
      amount_off: 50,
      minimum: 350,
      country: 'CA',
      ends_on: addDays(today, 90),
      name_en: 'Ready for winter',
      name_fr: 'Prêt pour l’hiver',
      description_en: '$50 off an order of $350 or more.',
      description_fr: '50 $ de rabais sur une commande de 350 $ ou plus.',
    },
    {
      ...open,
      code: 'FUELUP5',
      percent_off: 5,
      brand: 'fuelpass',
      name_en: 'Card holders’ thanks',
      name_fr: 'Merci aux titulaires de carte',
      description_en: '5% off the services of one order.',
      description_fr: '5 % de rabais sur les services d’une commande.',
    },
    {
      ...open,
      code: 'MERIDIAN15',
      percent_off: 15,
      affiliation_id: AFFILIATION.id,
      is_listed: false,
      name_en: 'Meridian partners',
      name_fr: 'Partenaires Meridian',
      description_en: '15% off the services of one order, for fleets of the group.',
      description_fr: '15 % de rabais sur les services d’une commande, pour les parcs du groupe.',
    },
    {
      ...open,
      code: 'SUMMER20',
      percent_off: 20,
      ends_on: addDays(today, -30),
      name_en: 'Summer days',
      name_fr: 'Beaux jours',
      description_en: '20% off the services of one order.',
      description_fr: '20 % de rabais sur les services d’une commande.',
    },
  ]
}
