import type { Insertable } from 'kysely'
import { meterReadingCategory } from '#domains/support/rules.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Database } from '../../database.ts'
import type { AnswerTerm } from '../../tables.ts'

/** Names in ca, es, en, gl, fr, de. */
type NamesByLocale = readonly [string, string, string, string, string, string]
type SupportSubtype = readonly [code: string, names: NamesByLocale]
type SupportType = { code: string; caseType: string; names: NamesByLocale; subtypes: readonly SupportSubtype[] }

/** The types of case at the demo's customer care. */
const types: readonly SupportType[] = [
  {
    code: 'invoice',
    caseType: 'complaint',
    names: [
      'Factura i cobrament',
      'Factura y cobro',
      'Invoice and payment',
      'Factura e cobramento',
      'Facture et paiement',
      'Rechnung und Zahlung',
    ],
    subtypes: [
      [
        'amount',
        [
          'No entenc l’import',
          'No entiendo el importe',
          'I do not understand the amount',
          'Non entendo o importe',
          'Je ne comprends pas le montant',
          'Ich verstehe den Betrag nicht',
        ],
      ],
      [
        'twice',
        [
          'M’heu cobrat dues vegades',
          'Me habéis cobrado dos veces',
          'I was charged twice',
          'Cobrástesme dúas veces',
          'J’ai été débité deux fois',
          'Mir wurde zweimal abgebucht',
        ],
      ],
      [
        'estimated',
        [
          'La lectura és estimada',
          'La lectura es estimada',
          'The reading is estimated',
          'A lectura é estimada',
          'Le relevé est estimé',
          'Der Zählerstand ist geschätzt',
        ],
      ],
    ],
  },
  {
    code: 'contract',
    caseType: 'consultation',
    names: [
      'Contracte i tarifa',
      'Contrato y tarifa',
      'Contract and tariff',
      'Contrato e tarifa',
      'Contrat et tarif',
      'Vertrag und Tarif',
    ],
    subtypes: [
      [
        'holder',
        [
          'Canviar el titular',
          'Cambiar el titular',
          'Change the holder',
          'Cambiar o titular',
          'Changer de titulaire',
          'Vertragsinhaber ändern',
        ],
      ],
      [
        'tariff',
        [
          'Canviar de tarifa',
          'Cambiar de tarifa',
          'Change the tariff',
          'Cambiar de tarifa',
          'Changer de tarif',
          'Tarif wechseln',
        ],
      ],
      [
        'leave',
        [
          'Donar de baixa el contracte',
          'Dar de baja el contrato',
          'End the contract',
          'Dar de baixa o contrato',
          'Résilier le contrat',
          'Vertrag kündigen',
        ],
      ],
    ],
  },
  {
    code: 'network',
    caseType: 'distributor_complaint',
    names: [
      'Comptador i xarxa',
      'Contador y red',
      'Meter and grid',
      'Contador e rede',
      'Compteur et réseau',
      'Zähler und Netz',
    ],
    subtypes: [
      [
        'outage',
        [
          'Talls i baixades de tensió',
          'Cortes y bajadas de tensión',
          'Outages and voltage drops',
          'Cortes e baixadas de tensión',
          'Coupures et baisses de tension',
          'Stromausfälle und Spannungsabfälle',
        ],
      ],
      [
        'meter',
        [
          'El comptador no mesura bé',
          'El contador no mide bien',
          'The meter is not measuring correctly',
          'O contador non mide ben',
          'Le compteur mesure mal',
          'Der Zähler misst falsch',
        ],
      ],
    ],
  },
  {
    code: 'solar',
    caseType: 'consultation',
    names: [
      'Autoconsum i moneder solar',
      'Autoconsumo y monedero solar',
      'Self-consumption and solar wallet',
      'Autoconsumo e moedeiro solar',
      'Autoconsommation et cagnotte solaire',
      'Eigenverbrauch und Solarguthaben',
    ],
    subtypes: [
      [
        'surplus',
        [
          'No veig els meus excedents',
          'No veo mis excedentes',
          'I cannot see my surplus',
          'Non vexo os meus excedentes',
          'Je ne vois pas mes excédents',
          'Ich sehe meine Überschüsse nicht',
        ],
      ],
      [
        'sharing',
        [
          'Repartiment entre veïns',
          'Reparto entre vecinos',
          'Sharing among neighbours',
          'Reparto entre veciños',
          'Partage entre voisins',
          'Aufteilung unter Nachbarn',
        ],
      ],
    ],
  },
  {
    code: 'care',
    caseType: 'complaint',
    names: [
      'Atenció rebuda',
      'Atención recibida',
      'Service received',
      'Atención recibida',
      'Qualité du service',
      'Unser Service',
    ],
    subtypes: [
      ['phone', ['Al telèfon', 'Por teléfono', 'By phone', 'Por teléfono', 'Au téléphone', 'Am Telefon']],
      [
        'late',
        [
          'No m’heu respost',
          'No me habéis respondido',
          'You have not answered me',
          'Non me respondestes',
          'Vous ne m’avez pas répondu',
          'Ihr habt mir nicht geantwortet',
        ],
      ],
    ],
  },
]

type SupportCategory = { id: number; caseType: string; isForAnyone: boolean; names: NamesByLocale }

/** The categories of request in the demo. */
const categories: readonly SupportCategory[] = [
  {
    id: 10,
    caseType: 'consultation',
    isForAnyone: true,
    names: [
      'Preus i contractació',
      'Precios y contratación',
      'Prices and new contracts',
      'Prezos e contratación',
      'Prix et souscription',
      'Preise und Vertragsabschluss',
    ],
  },
  {
    id: 11,
    caseType: 'consultation',
    isForAnyone: true,
    names: [
      'Factures i pagaments',
      'Facturas y pagos',
      'Invoices and payments',
      'Facturas e pagamentos',
      'Factures et paiements',
      'Rechnungen und Zahlungen',
    ],
  },
  {
    id: meterReadingCategory,
    caseType: 'meter_reading',
    isForAnyone: false,
    names: [
      'Lectura del comptador',
      'Lectura del contador',
      'Meter reading',
      'Lectura do contador',
      'Relevé du compteur',
      'Zählerstand',
    ],
  },
  {
    id: 30,
    caseType: 'consultation',
    isForAnyone: true,
    names: ['Autoconsum', 'Autoconsumo', 'Self-consumption', 'Autoconsumo', 'Autoconsommation', 'Eigenverbrauch'],
  },
  {
    id: 40,
    caseType: 'consultation',
    isForAnyone: false,
    names: ['Les meves dades', 'Mis datos', 'My data', 'Os meus datos', 'Mes données', 'Meine Daten'],
  },
  {
    id: 50,
    caseType: 'complaint',
    isForAnyone: true,
    names: ['Queixes', 'Quejas', 'Complaints', 'Queixas', 'Réclamations', 'Beschwerden'],
  },
  {
    id: 90,
    caseType: 'consultation',
    isForAnyone: true,
    names: ['Una altra cosa', 'Otra cosa', 'Something else', 'Outra cousa', 'Autre chose', 'Etwas anderes'],
  },
]

const clienteleAct = 'Ley 10/2025, de 26 de diciembre, de servicios de atención a la clientela'
const consumerAct = 'Real Decreto Legislativo 1/2007, de 16 de noviembre, artículo 21.3'
const supplyDecree = 'Real Decreto 1955/2000, de 1 de diciembre, artículo 103'
const voluntaryTerm = { norm: null, source: null }
const workingDays = { unit: 'working_days', below_power_watts: null }

/**
 * The response deadlines of the demo. Law 10/2025 is in force since 28 December 2025. Retailers had a year to adapt to
 * it; the demo did not wait. Deadlines that no regulation sets are the demo's own promise.
 */
const terms: readonly Insertable<AnswerTerm>[] = [
  {
    case_type: 'consultation',
    valid_from: '2020-01-01',
    ...workingDays,
    count: 10,
    ...voluntaryTerm,
    recourse: 'write_again',
  },
  {
    case_type: 'consultation',
    valid_from: '2025-12-28',
    ...workingDays,
    count: 15,
    norm: clienteleAct,
    source: 'BOE, 27/12/2025',
    recourse: 'consumer_bodies',
  },
  {
    case_type: 'complaint',
    valid_from: '2020-01-01',
    count: 1,
    unit: 'months',
    below_power_watts: null,
    norm: consumerAct,
    source: 'BOE-A-2007-20555',
    recourse: 'consumer_bodies',
  },
  {
    case_type: 'complaint',
    valid_from: '2025-12-28',
    ...workingDays,
    count: 15,
    norm: clienteleAct,
    source: 'BOE, 27/12/2025',
    recourse: 'consumer_bodies',
  },
  {
    case_type: 'distributor_complaint',
    valid_from: '2020-01-01',
    ...workingDays,
    below_power_watts: 15_000,
    count: 5,
    norm: supplyDecree,
    source: 'BOE-A-2000-24019',
    recourse: 'energy_authority',
  },
  {
    case_type: 'distributor_complaint',
    valid_from: '2020-01-01',
    ...workingDays,
    count: 15,
    norm: supplyDecree,
    source: 'BOE-A-2000-24019',
    recourse: 'energy_authority',
  },
  {
    case_type: 'meter_reading',
    valid_from: '2020-01-01',
    ...workingDays,
    count: 5,
    ...voluntaryTerm,
    recourse: 'write_again',
  },
]

/** Stores the types and categories that the demo's customers can choose from, and the response deadlines. */
export async function loadSupportTypes(db: Database) {
  for (const [priority, { code, caseType, names, subtypes }] of types.entries()) {
    await db
      .insertInto('support_type')
      .values({ code, case_type: caseType, names: toNamesJson(names), priority })
      .execute()
    for (const [subtypePriority, [subtype, subtypeNames]] of subtypes.entries())
      await db
        .insertInto('support_subtype')
        .values({ type_code: code, code: subtype, names: toNamesJson(subtypeNames), priority: subtypePriority })
        .execute()
  }
  for (const [priority, { id, caseType, names, isForAnyone }] of categories.entries())
    await db
      .insertInto('support_category')
      .values({ category_id: id, case_type: caseType, names: toNamesJson(names), is_for_anyone: isForAnyone, priority })
      .execute()
  for (const term of terms) await db.insertInto('answer_term').values(term).execute()
}

function toNamesJson(names: NamesByLocale): string {
  return JSON.stringify(Object.fromEntries(locales.map((locale: Locale, index) => [locale, names[index]])))
}
