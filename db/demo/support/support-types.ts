import { type CaseTopic, meterReadingCategory } from '#domains/support/rules.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { Database } from '../../database.ts'

/** Names in ca, es, en, gl, fr, de. */
type NamesByLocale = readonly [string, string, string, string, string, string]
type SupportSubtype = readonly [code: string, names: NamesByLocale, topic?: CaseTopic]
type SupportType = {
  code: string
  caseType: string
  topic: CaseTopic
  names: NamesByLocale
  subtypes: readonly SupportSubtype[]
}

/** The types of case at the demo's customer care. */
const types: readonly SupportType[] = [
  {
    code: 'invoice',
    caseType: 'complaint',
    topic: 'billing',
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
    caseType: 'incident',
    topic: 'contract',
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
    topic: 'distributor',
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
        'continuity',
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
        'meter',
      ],
    ],
  },
  {
    code: 'solar',
    caseType: 'consultation',
    topic: 'other',
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
    topic: 'other',
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

type SupportCategory = { id: number; caseType: string; topic: CaseTopic; isForAnyone: boolean; names: NamesByLocale }

/** The categories of request in the demo. */
const categories: readonly SupportCategory[] = [
  {
    id: 10,
    caseType: 'consultation',
    topic: 'contract',
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
    topic: 'billing',
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
    topic: 'meter',
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
    id: 21,
    caseType: 'incident',
    topic: 'continuity',
    isForAnyone: true,
    names: [
      'No tinc llum',
      'No tengo luz',
      'I have no power',
      'Non teño luz',
      'Je n’ai pas de courant',
      'Ich habe keinen Strom',
    ],
  },
  {
    id: 22,
    caseType: 'complaint',
    topic: 'suspension',
    isForAnyone: false,
    names: [
      'M’aviseu que em tallareu la llum',
      'Me avisáis de que me cortaréis la luz',
      'You are going to cut off my supply',
      'Avisádesme de que me cortaredes a luz',
      'Vous allez couper mon électricité',
      'Ihr wollt mir den Strom abstellen',
    ],
  },
  {
    id: 30,
    caseType: 'consultation',
    topic: 'other',
    isForAnyone: true,
    names: ['Autoconsum', 'Autoconsumo', 'Self-consumption', 'Autoconsumo', 'Autoconsommation', 'Eigenverbrauch'],
  },
  {
    id: 40,
    caseType: 'consultation',
    topic: 'other',
    isForAnyone: false,
    names: ['Les meves dades', 'Mis datos', 'My data', 'Os meus datos', 'Mes données', 'Meine Daten'],
  },
  {
    id: 50,
    caseType: 'complaint',
    topic: 'other',
    isForAnyone: true,
    names: ['Queixes', 'Quejas', 'Complaints', 'Queixas', 'Réclamations', 'Beschwerden'],
  },
  {
    id: 90,
    caseType: 'consultation',
    topic: 'other',
    isForAnyone: true,
    names: ['Una altra cosa', 'Otra cosa', 'Something else', 'Outra cousa', 'Autre chose', 'Etwas anderes'],
  },
]

/** Stores the types and categories that the demo's customers can choose from. */
export async function loadSupportTypes(db: Database) {
  for (const [priority, { code, caseType, topic, names, subtypes }] of types.entries()) {
    await db
      .insertInto('support_type')
      .values({ code, case_type: caseType, topic, names: toNamesJson(names), priority })
      .execute()
    for (const [subtypePriority, [subtype, subtypeNames, subtypeTopic = null]] of subtypes.entries())
      await db
        .insertInto('support_subtype')
        .values({
          type_code: code,
          code: subtype,
          names: toNamesJson(subtypeNames),
          priority: subtypePriority,
          topic: subtypeTopic,
        })
        .execute()
  }
  for (const [priority, { id, caseType, topic, names, isForAnyone }] of categories.entries())
    await db
      .insertInto('support_category')
      .values({
        category_id: id,
        case_type: caseType,
        topic,
        names: toNamesJson(names),
        is_for_anyone: isForAnyone,
        priority,
      })
      .execute()
}

function toNamesJson(names: NamesByLocale): string {
  return JSON.stringify(Object.fromEntries(locales.map((locale: Locale, index) => [locale, names[index]])))
}
