const SIDES = ['left', 'right']
const AXLES = ['front', 'rear']
const WHEELS = ['front_left', 'front_right', 'rear_left', 'rear_right']

/** Applies to every vehicle, to light ones only, or to medium and heavy ones only. */
type Duty = 'any' | 'light' | 'heavy'
type Line = readonly [
  key: string,
  en: string,
  fr: string,
  price: number,
  duty: Duty,
  positions?: readonly string[],
]

/** A neutral list, not VMRS. Price: usual price for one position on a car, in US dollars. */
const LINES = [
  ['oil_change', 'Engine oil and filter change', 'Vidange d’huile et filtre', 79.95, 'any'],
  ['tire_rotation', 'Tire rotation', 'Permutation des pneus', 34.95, 'light'],
  ['inspection', 'Multi-point inspection', 'Inspection multipoint', 29.95, 'any'],
  ['brake_pads', 'Brake pad replacement', 'Remplacement des plaquettes de frein', 189, 'light', AXLES],
  ['brake_rotors', 'Brake rotor replacement', 'Remplacement des disques de frein', 248, 'light', AXLES],
  ['brake_shoes', 'Brake shoe replacement', 'Remplacement des mâchoires de frein', 210, 'any', AXLES],
  ['brake_fluid', 'Brake fluid exchange', 'Remplacement du liquide de frein', 109, 'any'],
  [
    'air_brakes',
    'Air brake inspection and adjustment',
    'Inspection et réglage des freins à air',
    82,
    'heavy',
  ],
  ['tire_replacement', 'Tire replacement', 'Remplacement de pneu', 172, 'any', WHEELS],
  ['tire_repair', 'Tire repair', 'Réparation de crevaison', 38, 'any', WHEELS],
  ['wheel_balancing', 'Wheel balancing', 'Équilibrage des roues', 64, 'any'],
  ['alignment', 'Wheel alignment', 'Géométrie des roues', 119, 'any', ['front', 'all']],
  ['seasonal_tires', 'Seasonal tire changeover', 'Changement saisonnier des pneus', 89, 'light'],
  ['engine_air_filter', 'Engine air filter', 'Filtre à air du moteur', 42, 'any'],
  ['cabin_air_filter', 'Cabin air filter', 'Filtre à air de l’habitacle', 48, 'any'],
  ['fuel_filter', 'Fuel filter', 'Filtre à carburant', 115, 'any'],
  ['wiper_blades', 'Wiper blades', 'Balais d’essuie-glace', 39, 'any', AXLES],
  ['battery', 'Battery replacement', 'Remplacement de la batterie', 214, 'any'],
  [
    'battery_test',
    'Battery and charging system test',
    'Vérification de la batterie et de la charge',
    34,
    'any',
  ],
  ['alternator', 'Alternator replacement', 'Remplacement de l’alternateur', 548, 'any'],
  ['starter', 'Starter replacement', 'Remplacement du démarreur', 432, 'any'],
  ['coolant', 'Coolant exchange', 'Remplacement du liquide de refroidissement', 139, 'any'],
  ['transmission_fluid', 'Transmission fluid service', 'Entretien de l’huile de transmission', 219, 'any'],
  ['differential_fluid', 'Differential fluid', 'Huile de différentiel', 119, 'any', AXLES],
  ['transfer_case_fluid', 'Transfer case fluid', 'Huile de boîte de transfert', 105, 'any'],
  ['spark_plugs', 'Spark plugs', 'Bougies d’allumage', 238, 'light'],
  ['drive_belt', 'Drive belt replacement', 'Remplacement de la courroie d’entraînement', 164, 'any'],
  ['shock_absorbers', 'Shock absorbers', 'Amortisseurs', 386, 'any', AXLES],
  [
    'ball_joint',
    'Ball joint replacement',
    'Remplacement de rotule de suspension',
    294,
    'light',
    ['front_left', 'front_right'],
  ],
  ['tie_rod', 'Tie rod end replacement', 'Remplacement d’embout de direction', 187, 'any', SIDES],
  ['wheel_bearing', 'Wheel bearing replacement', 'Remplacement de roulement de roue', 312, 'any', WHEELS],
  ['power_steering_fluid', 'Power steering fluid', 'Liquide de servodirection', 99, 'any'],
  ['air_conditioning', 'Air conditioning service', 'Entretien du climatiseur', 179, 'any'],
  ['headlight', 'Headlight bulb', 'Ampoule de phare', 38, 'any', SIDES],
  ['exterior_lights', 'Marker and brake lights', 'Feux de gabarit et d’arrêt', 45, 'any'],
  ['windshield_repair', 'Windshield chip repair', 'Réparation d’éclat de pare-brise', 85, 'any'],
  ['windshield', 'Windshield replacement', 'Remplacement du pare-brise', 420, 'any'],
  ['exhaust', 'Exhaust repair', 'Réparation du système d’échappement', 298, 'any'],
  ['diagnostics', 'Engine diagnostics', 'Diagnostic du moteur', 129, 'any'],
  ['emissions_test', 'Emissions test', 'Test d’émissions', 35, 'light'],
  ['safety_inspection', 'Safety inspection', 'Inspection mécanique obligatoire', 55, 'any'],
  [
    'annual_inspection',
    'Annual commercial vehicle inspection',
    'Inspection annuelle de véhicule lourd',
    74,
    'heavy',
  ],
  ['chassis_lubrication', 'Chassis lubrication', 'Graissage du châssis', 34, 'heavy'],
  ['particulate_filter', 'Particulate filter cleaning', 'Nettoyage du filtre à particules', 245, 'heavy'],
  [
    'wheel_seal',
    'Wheel seal replacement',
    'Remplacement de joint d’étanchéité de roue',
    134,
    'heavy',
    WHEELS,
  ],
  [
    'high_voltage_battery',
    'High-voltage battery check',
    'Vérification de la batterie haute tension',
    149,
    'light',
  ],
] as const satisfies readonly Line[]

export type ServiceKey = (typeof LINES)[number][0]

export interface ServiceDefinition {
  id: number
  key: ServiceKey
  en: string
  fr: string
  cents: number
  duty: Duty
  /** Keys of the possible positions. Empty: the vehicle as a whole. */
  positions: readonly string[]
}

/** The services that can be requested and recorded. */
export const SERVICES: ReadonlyMap<ServiceKey, ServiceDefinition> = new Map(
  LINES.map((line: Line & { 0: ServiceKey }, index) => {
    const [key, en, fr, price, duty, positions = []] = line
    return [key, { id: index + 1, key, en, fr, cents: Math.round(price * 100), duty, positions }]
  }),
)

/** Returns the definition of a key. */
export function service(key: ServiceKey): ServiceDefinition {
  const found = SERVICES.get(key)
  if (found === undefined) throw new RangeError(`No service ${key}`)
  return found
}
