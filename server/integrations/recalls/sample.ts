import type { Recall } from '#contract/vehicles/recalls.ts'

export type SampleRecall = Omit<Recall, 'source'>

interface SampleRow {
  make: string
  model: string
  /** Model years, inclusive. */
  from: number
  to: number
  recall: SampleRecall
}

const row = (
  make: string,
  model: string,
  [from, to]: [number, number],
  [campaign, reported_on]: [string, string],
  { en, fr }: { en: [component: string, summary: string]; fr: [component: string, summary: string] },
  [consequence, remedy]: [string, string],
  is_urgent = false,
): SampleRow => ({
  make,
  model,
  from,
  to,
  recall: {
    campaign,
    reported_on,
    consequence,
    remedy,
    is_urgent,
    component: en[0],
    component_fr: fr[0],
    summary: en[1],
    summary_fr: fr[1],
  },
})

/**
 * All fictional: the wording is typical of such notices and makes no claim about any manufacturer. In French a single
 * text contains everything, as at Transport Canada.
 */
export const SAMPLE: readonly SampleRow[] = [
  row(
    'Ford',
    'Transit',
    [2015, 2025],
    ['SAMPLE-001', '2026-08-12'],
    {
      en: ['Power train: driveline', 'The flexible coupling of the driveshaft may crack as it ages.'],
      fr: [
        'Groupe motopropulseur : arbre',
        'L’accouplement flexible de l’arbre peut se fissurer avec l’âge. Le véhicule pourrait perdre sa traction ou se déplacer seul. Les concessionnaires vérifient et remplacent la pièce sans frais.',
      ],
    },
    [
      'If the coupling breaks, the vehicle may lose drive or roll away.',
      'Dealers inspect the coupling and replace it free of charge.',
    ],
  ),
  row(
    'Ford',
    'Transit',
    [2020, 2023],
    ['SAMPLE-002', '2026-03-04'],
    {
      en: ['Rear camera', 'The rear camera image may stay black in cold weather.'],
      fr: [
        'Caméra arrière',
        'L’image de la caméra arrière peut rester noire par temps froid. Une vue réduite vers l’arrière accroît le risque d’accident. Les concessionnaires mettent le logiciel à jour sans frais.',
      ],
    },
    ['Reduced rear visibility increases the risk of a crash.', 'Dealers update the software free of charge.'],
  ),
  row(
    'Ford',
    'F-150',
    [2018, 2024],
    ['SAMPLE-003', '2026-06-22'],
    {
      en: ['Electrical system: wiper motor', 'The windshield wiper motor may stop.'],
      fr: [
        'Circuit électrique : essuie-glaces',
        'Le moteur des essuie-glaces peut s’arrêter. Une mauvaise visibilité accroît le risque d’accident. Les concessionnaires remplacent le moteur sans frais.',
      ],
    },
    ['Reduced visibility increases the risk of a crash.', 'Dealers replace the motor free of charge.'],
  ),
  row(
    'Chevrolet',
    'Bolt EV',
    [2017, 2021],
    ['SAMPLE-004', '2026-09-30'],
    {
      en: ['Electrical system: high-voltage battery', 'Battery cells may overheat near the end of charging.'],
      fr: [
        'Circuit électrique : batterie de traction',
        'Des cellules peuvent surchauffer en fin de recharge. Un incendie pourrait se déclarer en stationnement. Stationnez à l’extérieur et limitez la recharge à 90 % jusqu’au remplacement des modules, sans frais.',
      ],
    },
    [
      'A fire may start while it is parked.',
      'Park outside and charge to 90 percent until dealers have replaced the modules free of charge.',
    ],
    true,
  ),
  row(
    'Toyota',
    'Camry',
    [2018, 2024],
    ['SAMPLE-005', '2025-11-17'],
    {
      en: ['Fuel system: pump', 'The low-pressure fuel pump may stop working.'],
      fr: [
        'Circuit de carburant : pompe',
        'La pompe à carburant basse pression peut cesser de fonctionner. Le moteur pourrait caler en route. Les concessionnaires remplacent la pompe sans frais.',
      ],
    },
    ['The engine may stall while driving.', 'Dealers replace the pump free of charge.'],
  ),
  row(
    'Honda',
    'Civic',
    [2019, 2023],
    ['SAMPLE-006', '2026-01-26'],
    {
      en: ['Steering', 'The steering may feel sticky when driven straight for a long time.'],
      fr: [
        'Direction',
        'La direction peut sembler accrocher après un long trajet en ligne droite. Un effort accru au volant augmente le risque d’accident. Les concessionnaires graissent l’engrenage sans frais.',
      ],
    },
    ['More steering effort increases the risk of a crash.', 'Dealers grease the gear free of charge.'],
  ),
  row(
    'Nissan',
    'Rogue',
    [2015, 2023],
    ['SAMPLE-007', '2026-05-08'],
    {
      en: ['Engine and engine cooling', 'The hood may open while driving if the latch is not greased.'],
      fr: [
        'Moteur et refroidissement',
        'Le capot peut s’ouvrir en route si le loquet n’est pas graissé. Un capot ouvert bloque la vue. Les concessionnaires graissent ou remplacent le loquet sans frais.',
      ],
    },
    ['An open hood blocks the driver’s view.', 'Dealers grease or replace the latch free of charge.'],
  ),
  row(
    'Ram',
    'ProMaster 2500',
    [2016, 2024],
    ['SAMPLE-008', '2026-07-15'],
    {
      en: ['Exterior lighting', 'The side marker lamps may go out when water gets in.'],
      fr: [
        'Éclairage extérieur',
        'Les feux de position latéraux peuvent s’éteindre si l’eau s’infiltre. D’autres pourraient ne pas voir le véhicule la nuit. Les concessionnaires scellent ou remplacent les feux sans frais.',
      ],
    },
    ['Others may not see the vehicle at night.', 'Dealers seal or replace the lamps free of charge.'],
  ),
]
