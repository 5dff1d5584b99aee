import type { Database } from '#db/database.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import type { DemoLogin } from './customers/demo-holder.ts'

type TextByLocale = Record<Locale, string>
type DemoNewsletter = {
  names: TextByLocale
  descriptions: TextByLocale
  isExported?: boolean
  readers: readonly DemoLogin[]
}

/** The newsletters of the demo. The reader list of the last one is maintained in the program that sends it. */
const newsletters: readonly DemoNewsletter[] = [
  {
    names: {
      ca: 'El preu de la llum',
      es: 'El precio de la luz',
      en: 'Electricity prices',
      gl: 'O prezo da luz',
      fr: 'Le prix de l’électricité',
      de: 'Der Strompreis',
    },
    descriptions: {
      ca: 'El primer dilluns de cada mes: com han anat els preus i què n’esperem.',
      es: 'El primer lunes de cada mes: cómo han ido los precios y qué esperamos.',
      en: 'On the first Monday of each month: how prices have moved and what we expect.',
      gl: 'O primeiro luns de cada mes: como foron os prezos e que agardamos.',
      fr: 'Le premier lundi du mois : l’évolution des prix et ce que nous attendons.',
      de: 'Am ersten Montag im Monat: wie die Preise waren und was wir erwarten.',
    },
    readers: ['anna', 'taller'],
  },
  {
    names: {
      ca: 'Estalvi a casa',
      es: 'Ahorro en casa',
      en: 'Saving at home',
      gl: 'Aforro na casa',
      fr: 'Faire des économies à la maison',
      de: 'Sparen zu Hause',
    },
    descriptions: {
      ca: 'Quatre cops l’any: consells que fan baixar la factura sense passar fred.',
      es: 'Cuatro veces al año: consejos que bajan la factura sin pasar frío.',
      en: 'Four times a year: tips to lower your bill without getting cold.',
      gl: 'Catro veces ao ano: consellos que baixan a factura sen pasar frío.',
      fr: 'Quatre fois par an : des conseils qui font baisser la facture sans avoir froid.',
      de: 'Viermal im Jahr: Tipps, mit denen die Rechnung sinkt, ohne zu frieren.',
    },
    readers: [],
  },
  {
    names: {
      ca: 'Autoconsum',
      es: 'Autoconsumo',
      en: 'Self-consumption',
      gl: 'Autoconsumo',
      fr: 'Autoconsommation',
      de: 'Eigenverbrauch',
    },
    descriptions: {
      ca: 'Novetats sobre plaques, bateries i excedents, quan n’hi ha.',
      es: 'Novedades sobre placas, baterías y excedentes, cuando las hay.',
      en: 'News on panels, batteries and surplus, when there is any.',
      gl: 'Novidades sobre placas, baterías e excedentes, cando as hai.',
      fr: 'Les nouveautés sur les panneaux, les batteries et les excédents, quand il y en a.',
      de: 'Neues zu Solarmodulen, Speichern und Überschüssen, wenn es etwas gibt.',
    },
    readers: ['biel'],
  },
  {
    names: {
      ca: 'Vida de la cooperativa',
      es: 'Vida de la cooperativa',
      en: 'Life of the cooperative',
      gl: 'Vida da cooperativa',
      fr: 'Vie de la coopérative',
      de: 'Leben der Genossenschaft',
    },
    descriptions: {
      ca: 'Assemblees i trobades. L’envia la secretaria amb el seu programa.',
      es: 'Asambleas y encuentros. Lo envía la secretaría con su programa.',
      en: 'Assemblies and meetings. The secretariat sends it with its own program.',
      gl: 'Asembleas e encontros. Envíao a secretaría co seu programa.',
      fr: 'Assemblées et rencontres. Le secrétariat l’envoie avec son propre programme.',
      de: 'Versammlungen und Treffen. Das Sekretariat verschickt es mit eigenem Programm.',
    },
    isExported: true,
    readers: ['anna', 'cooperativa'],
  },
]

/** Loads the newsletters of the demo and their readers among its accounts. */
export async function loadNewsletters(db: Database, now: Date) {
  for (const [priority, { names, descriptions, isExported = false, readers }] of newsletters.entries()) {
    const { newsletter_id } = await db
      .insertInto('newsletter')
      .values({
        names: JSON.stringify(inLocaleOrder(names)),
        descriptions: JSON.stringify(inLocaleOrder(descriptions)),
        is_exported: isExported,
        priority,
      })
      .returning('newsletter_id')
      .executeTakeFirstOrThrow()
    for (const login of readers)
      await db
        .insertInto('newsletter_subscription')
        .values({ subscriber_id: await ensureSubscriber(db, login, now), newsletter_id, subscribed_at: now })
        .execute()
  }
}

async function ensureSubscriber(db: Database, login: DemoLogin, now: Date): Promise<number> {
  const { email, locale } = await db
    .selectFrom('user_account')
    .where('login', '=', login)
    .select(['email', 'locale'])
    .executeTakeFirstOrThrow()
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email: email.toLowerCase(), locale, created_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ locale }))
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  return subscriber_id
}

function inLocaleOrder(texts: TextByLocale): TextByLocale {
  return Object.fromEntries(locales.map((locale) => [locale, texts[locale]])) as TextByLocale
}
