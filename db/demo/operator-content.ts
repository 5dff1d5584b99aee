import type { Database } from '#db/database.ts'
import { insertHtmlElement, insertHtmlRoute, saveBanner } from '#domains/retailer/server/html-store.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { legalTexts } from './legal-texts.ts'
import { retailerTexts } from './retailer-texts.ts'

/**
 * Stores the content and settings of the demo's operator: a sentence at the sign-in, a page of its own, a banner and
 * settings.
 */
export async function loadOperatorContent(db: Database, now: Date) {
  await storeSetting(db, { path: 'payment.platforms', value: ['sandbox'], now })
  await storeSetting(db, { path: 'invoices.collectDebts', value: true, now })
  // The account number that banks use as an example; it belongs to nobody.
  await storeSetting(db, { path: 'payment.transfer.account', value: 'ES9121000418450200051332', now })
  // One invoice has a signed XML, which is only offered if the operator enables it.
  await storeSetting(db, { path: 'invoices.downloadTypes', value: ['signed_pdf', 'curve', 'signed_xml'], now })
  // A question needs no file; a meter reading is sent with a photo.
  await storeSetting(db, { path: 'requests.leastFiles', value: 0, now })
  const spanishTexts = retailerTexts.es
  const pageId = await insertHtmlRoute(db, {
    routePath: 'autoconsumo',
    buttonTitle: spanishTexts.button.title,
    buttonDescription: spanishTexts.button.description,
    translations: translateToOtherLanguages(({ button }) => ({
      button_title: button.title,
      button_description: button.description,
    })),
  })
  for (const locale of locales) {
    const { login, page } = retailerTexts[locale]
    await insertHtmlElement(db, {
      name: `Demostración (${locale})`,
      groupName: 'Login',
      html: `<p><small>${login}</small></p>`,
      locale,
    })
    for (const [priority, html] of page.entries())
      await insertHtmlElement(db, {
        name: `Autoconsumo ${priority + 1} (${locale})`,
        groupName: 'Page',
        ...{ html, priority, pageId, locale },
      })
  }
  for (const [locale, texts] of Object.entries(legalTexts))
    for (const [group, html] of Object.entries(texts))
      await insertHtmlElement(db, { name: `${group} (${locale})`, groupName: `${group}-${locale}`, html })
  await saveBanner(db, {
    code: 'coupon',
    html: `<p>${spanishTexts.coupon}</p>`,
    translations: translateToOtherLanguages(({ coupon }) => ({ html: `<p>${coupon}</p>` })),
  })
}

// The demo's first language is Spanish.
function translateToOtherLanguages<Texts>(selectTexts: (texts: (typeof retailerTexts)[Locale]) => Texts) {
  const others = locales.filter((locale) => locale !== 'es')
  return Object.fromEntries(others.map((locale) => [locale, selectTexts(retailerTexts[locale])]))
}

/**
 * Names an invoice of the holder without an account in the sign-up form, so that the sign-up can be tried. Its number
 * depends on the day of the demo.
 */
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
    await insertHtmlElement(db, {
      name: `Alta (${locale})`,
      groupName: 'Signup',
      html: `<p><small>${retailerTexts[locale].signUp(number)}</small></p>`,
      locale,
    })
}
