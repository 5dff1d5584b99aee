import type { Database } from '#db/database.ts'
import { addHtmlElement, addHtmlRoute, keepBanner } from '#domains/operator/server/html-store.ts'
import { storeSetting } from '#domains/operator/server/live-settings.ts'
import { type Locale, locales } from '#kit/locale.ts'
import { legalTexts } from './legal-texts.ts'
import { retailerWords } from './retailer-words.ts'

/** What the operator of the demo has written and set: a sentence at the log-in, a page of its own, a banner, settings. */
export async function loadOperatorContent(db: Database, now: Date) {
  await storeSetting(db, { path: 'payment.platforms', value: ['sandbox'], now })
  // The account that banks give as an example, which is nobody's.
  await storeSetting(db, { path: 'payment.transfer.account', value: 'ES9121000418450200051332', now })
  // One invoice has a signed XML, which is only on offer where the operator says so.
  await storeSetting(db, { path: 'invoices.downloadTypes', value: ['signed_pdf', 'curve', 'signed_xml'], now })
  // A question needs no file; the reading of a meter comes with its photo.
  await storeSetting(db, { path: 'requests.leastFiles', value: 0, now })
  const words = retailerWords.es
  const pageId = await addHtmlRoute(db, {
    routePath: 'autoconsumo',
    buttonTitle: words.button.title,
    buttonDescription: words.button.description,
    translations: inOtherLanguages(({ button }) => ({
      button_title: button.title,
      button_description: button.description,
    })),
  })
  for (const locale of locales) {
    const { login, page } = retailerWords[locale]
    await addHtmlElement(db, {
      name: `Demostración (${locale})`,
      groupName: 'Login',
      html: `<p><small>${login}</small></p>`,
      locale,
    })
    for (const [priority, html] of page.entries())
      await addHtmlElement(db, {
        name: `Autoconsumo ${priority + 1} (${locale})`,
        groupName: 'Page',
        ...{ html, priority, pageId, locale },
      })
  }
  for (const [locale, texts] of Object.entries(legalTexts))
    for (const [group, html] of Object.entries(texts))
      await addHtmlElement(db, { name: `${group} (${locale})`, groupName: `${group}-${locale}`, html })
  await keepBanner(db, {
    code: 'coupon',
    html: `<p>${words.coupon}</p>`,
    translations: inOtherLanguages(({ coupon }) => ({ html: `<p>${coupon}</p>` })),
  })
}

// The first language of the demo is Spanish.
function inOtherLanguages<Words>(wordsOf: (words: (typeof retailerWords)[Locale]) => Words) {
  const others = locales.filter((locale) => locale !== 'es')
  return Object.fromEntries(others.map((locale) => [locale, wordsOf(retailerWords[locale])]))
}

/** Tells at the sign-up who has no account yet, with an invoice of theirs: its number depends on the day of the demo. */
export async function loadSignUpHint(db: Database) {
  const { number } = await db
    .selectFrom('invoice')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'invoice.customer_id')
        .onRef('contract.contract_id', '=', 'invoice.contract_id'),
    )
    .where('contract.name', '=', '0054210')
    .orderBy('issued_on', 'desc')
    .orderBy('number', 'desc')
    .select('number')
    .executeTakeFirstOrThrow()
  for (const locale of locales)
    await addHtmlElement(db, {
      name: `Alta (${locale})`,
      groupName: 'Signup',
      html: `<p><small>${retailerWords[locale].signUp(number)}</small></p>`,
      locale,
    })
}
