import { expect, test } from 'vitest'
import type { Locale } from '#vocabulary/locale.ts'
import type { Texts } from './compare-texts.ts'
import { findRefusedTerms } from './refused-terms.ts'

const cases: [reason: string, locale: Locale, texts: Texts, problems: string[]][] = [
  ['French uses vous', 'fr', { a: 'Vous pouvez payer votre facture.' }, []],
  [
    'French never uses tu, even nested in a plural',
    'fr',
    { a: { b: '{n, plural, one {Tu as une facture} other {# factures}}' } },
    ['a.b says “Tu”: vous, votre, vos'],
  ],
  ['French never uses tu with an apostrophe', 'fr', { a: 'Nous t’écrirons.' }, ['a says “t’”: vous']],
  ['French never uses tu in an imperative', 'fr', { a: 'Écris-nous.' }, ['a says “Écris”: the form of vous']],
  ['French words that only begin the same are accepted', 'fr', { a: 'Taxes, tarif, total, tonnes, attention' }, []],
  ['French arguments named ta are not words', 'fr', { a: '{ta} {n, select, tes {oui} other {non}}' }, []],
  ['French uses one word for one thing', 'fr', { a: 'Votre porte-monnaie' }, ['a says “porte-monnaie”: cagnotte']],
  ['German uses du', 'de', { a: 'Du kannst deine Rechnung bezahlen.' }, []],
  ['German never uses Sie', 'de', { a: 'Laden Sie die Seite neu.' }, ['a says “Sie”: du, dich, dein']],
  ['German sentences may begin with sie', 'de', { a: 'Bezahlt. Sie ist erledigt: Ihre Nummer ist 7.' }, []],
  ['German uses E-Mail and not Mail', 'de', { a: 'Eine Mail, eine E-Mail' }, ['a says “Mail”: E-Mail']],
  ['German words for grid operators are accepted', 'de', { a: 'Der Netzbetreiber sendet Zählerstände.' }, []],
  ['Spanish has one name for the portal', 'es', { a: 'Responde en tu oficina' }, ['a says “oficina”: área de cliente']],
  ['Spanish consumer offices are accepted', 'es', { a: 'Acude a la oficina de consumo' }, []],
  ['Spanish words that only contain a refused word are accepted', 'es', { a: 'Admira el gráfico' }, []],
  ['English uses email', 'en', { a: 'Enter your e-mail' }, ['a says “e-mail”: email']],
  ['English uses incorrect', 'en', { a: 'The code is not right' }, ['a says “not right”: incorrect']],
  ['Catalan uses mostra instead of mira', 'ca', { a: 'Mira la factura' }, ['a says “Mira”: mostra, consulta, revisa']],
  ['Galician uses proba outra vez', 'gl', { a: 'Téntao de novo' }, ['a says “Téntao”: proba outra vez']],
  ['Galician uses escoller', 'gl', { a: 'Elixe un día. Escolle un día.' }, ['a says “Elixe”: escoller']],
  ['English may use words that are refused in German', 'en', { a: 'Mail the portal' }, []],
]
test.each(cases)('%s', (_, locale, texts, problems) => {
  expect(findRefusedTerms(locale, texts)).toEqual(problems)
})
