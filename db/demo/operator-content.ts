import type { Database } from '#db/database.ts'
import { addHtmlElement, addHtmlRoute, keepBanner } from '#domains/operator/server/html-store.ts'
import { storeSetting } from '#domains/operator/server/live-settings.ts'
import { legalTexts } from './legal-texts.ts'

/** What the operator of the demo has written and set: a sentence at the log-in, a page of its own, a banner, settings. */
export async function loadOperatorContent(db: Database, now: Date) {
  await storeSetting(db, { path: 'payment.platforms', value: ['sandbox'], now })
  // The account that banks give as an example, which is nobody's.
  await storeSetting(db, { path: 'payment.transfer.account', value: 'ES9121000418450200051332', now })
  // One invoice has a signed XML, which is only on offer where the operator says so.
  await storeSetting(db, { path: 'invoices.downloadTypes', value: ['signed_pdf', 'curve', 'signed_xml'], now })
  // A question needs no file; the reading of a meter comes with its photo.
  await storeSetting(db, { path: 'requests.leastFiles', value: 0, now })
  await addHtmlElement(db, {
    name: 'Demostración',
    groupName: 'Login',
    html: '<p><small>Esta comercializadora es una demostración: personas, contratos y facturas son inventados.</small></p>',
  })
  const pageId = await addHtmlRoute(db, {
    routePath: 'autoconsumo',
    buttonTitle: 'Autoconsumo compartido',
    buttonDescription: 'Pon placas con tus vecinos',
  })
  for (const [priority, html] of selfConsumptionPage.entries())
    await addHtmlElement(db, { name: `Autoconsumo ${priority + 1}`, groupName: 'Page', html, priority, pageId })
  for (const [locale, texts] of Object.entries(legalTexts))
    for (const [group, html] of Object.entries(texts))
      await addHtmlElement(db, { name: `${group} (${locale})`, groupName: `${group}-${locale}`, html })
  await keepBanner(db, {
    code: 'coupon',
    html: '<p><strong>¿Conoces a alguien?</strong> Dile que ponga tu cupón al contratar y os descontamos 20 € a cada uno.</p>',
  })
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
  await addHtmlElement(db, {
    name: 'Alta',
    groupName: 'Signup',
    html: `<p><small>En esta demostración, Núria Camps aún no tiene cuenta: NIF 99100466K, contrato 0054210, factura ${number}. El correo llega a <a href="/demo/mail">/demo/mail</a>.</small></p>`,
  })
}

const selfConsumptionPage = [
  `<h2>Placas para toda la escalera</h2>
  <p>Si en tu tejado no caben, pueden estar en el del bloque o en el de la escuela de enfrente, hasta a dos kilómetros. Cada vecino
  tiene su parte, y lo que le sobra va a su monedero solar.</p>`,
  `<h3>Cómo se empieza</h3>
  <ol><li>Decidís entre todos qué parte le toca a cada uno.</li><li>Firmáis el acuerdo de reparto.</li>
  <li>Nosotros lo enviamos a la distribuidora, y en dos meses lo veis en la factura.</li></ol>
  <p>Consulta lo que viertes ahora en <a href="/contracts/electricity">tus contratos</a>, o escríbenos a
  <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
]
