import { expect, test } from 'vitest'
import type { Locale } from '#kit/locale.ts'
import type { Texts } from './compare-texts.ts'
import { findRefusedWords } from './refused-words.ts'

const cases: [reason: string, locale: Locale, texts: Texts, problems: string[]][] = [
  ['French says vous', 'fr', { a: 'Vous pouvez payer votre facture.' }, []],
  [
    'French never says tu, deep in a choice either',
    'fr',
    { a: { b: '{n, plural, one {Tu as une facture} other {# factures}}' } },
    ['a.b says “Tu”: vous, votre, vos'],
  ],
  ['nor with an apostrophe', 'fr', { a: 'Nous t’écrirons.' }, ['a says “t’”: vous']],
  ['nor in an imperative', 'fr', { a: 'Écris-nous.' }, ['a says “Écris”: the form of vous']],
  ['a word that only begins so is another', 'fr', { a: 'Taxes, tarif, total, tonnes, attention' }, []],
  ['an argument named ta is no word', 'fr', { a: '{ta} {n, select, tes {oui} other {non}}' }, []],
  ['one word for one thing', 'fr', { a: 'Votre porte-monnaie' }, ['a says “porte-monnaie”: cagnotte']],
  ['German says du', 'de', { a: 'Du kannst deine Rechnung bezahlen.' }, []],
  ['German never says Sie', 'de', { a: 'Laden Sie die Seite neu.' }, ['a says “Sie”: du, dich, dein']],
  ['a sentence may begin with sie', 'de', { a: 'Bezahlt. Sie ist erledigt: Ihre Nummer ist 7.' }, []],
  ['an E-Mail is no mail', 'de', { a: 'Eine Mail, eine E-Mail' }, ['a says “Mail”: E-Mail']],
  ['the grid has operators', 'de', { a: 'Der Netzbetreiber sendet Zählerstände.' }, []],
  ['Spanish has one name for the portal', 'es', { a: 'Responde en tu oficina' }, ['a says “oficina”: área de cliente']],
  ['and offices of consumers', 'es', { a: 'Acude a la oficina de consumo' }, []],
  ['a word that only holds another is another', 'es', { a: 'Admira el gráfico' }, []],
  ['English writes email', 'en', { a: 'Enter your e-mail' }, ['a says “e-mail”: email']],
  ['English says what is incorrect', 'en', { a: 'The code is not right' }, ['a says “not right”: incorrect']],
  ['Catalan shows', 'ca', { a: 'Mira la factura' }, ['a says “Mira”: mostra, consulta, revisa']],
  ['Galician tries again', 'gl', { a: 'Téntao de novo' }, ['a says “Téntao”: proba outra vez']],
  ['Galician picks', 'gl', { a: 'Elixe un día. Escolle un día.' }, ['a says “Elixe”: escoller']],
  ['what is refused in German may be said in English', 'en', { a: 'Mail the portal' }, []],
]
test.each(cases)('%s', (_, locale, texts, problems) => {
  expect(findRefusedWords(locale, texts)).toEqual(problems)
})
