import type { Locale } from '#vocabulary/locale.ts'

/** The texts of the demo retailer on the portal, in every language. */
export const retailerTexts: Record<Locale, RetailerTexts> = {
  es: {
    login: 'Esta comercializadora es una demostración: personas, contratos y facturas son inventados.',
    signUp: (invoice) =>
      `En esta demostración, Núria Camps aún no tiene cuenta: NIF 99100466K, contrato 0054210, factura ${invoice}. El correo llega a <a href="/demo/mail">/demo/mail</a>.`,
    button: { title: 'Autoconsumo compartido', description: 'Pon placas con tus vecinos' },
    page: [
      `<h2>Placas para toda la escalera</h2>
<p>Si en tu tejado no caben, pueden estar en el del bloque o en el de la escuela de enfrente, hasta a dos kilómetros. Cada vecino tiene su parte, y lo que le sobra va a su monedero solar.</p>`,
      `<h3>Cómo se empieza</h3>
<ol><li>Decidís entre todos qué parte le toca a cada uno.</li><li>Firmáis el acuerdo de reparto.</li><li>Nosotros lo enviamos a la distribuidora, y en dos meses lo veis en la factura.</li></ol>
<p>Consulta lo que viertes ahora en <a href="/contracts/electricity">tus contratos</a>, o escríbenos a <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>¿Conoces a alguien?</strong> Dile que ponga tu cupón al contratar y os descontamos 20 € a cada uno.',
  },
  ca: {
    login: 'Aquesta comercialitzadora és una demostració: persones, contractes i factures són inventats.',
    signUp: (invoice) =>
      `En aquesta demostració, la Núria Camps encara no té compte: NIF 99100466K, contracte 0054210, factura ${invoice}. El correu arriba a <a href="/demo/mail">/demo/mail</a>.`,
    button: { title: 'Autoconsum compartit', description: 'Posa plaques amb els teus veïns' },
    page: [
      `<h2>Plaques per a tota l’escala</h2>
<p>Si a la teva teulada no hi caben, poden ser a la del bloc o a la de l’escola del davant, fins a dos quilòmetres. Cada veí té la seva part, i el que li sobra va al seu moneder solar.</p>`,
      `<h3>Com es comença</h3>
<ol><li>Decidiu entre tots quina part toca a cadascú.</li><li>Signeu l’acord de repartiment.</li><li>Nosaltres l’enviem a la distribuïdora, i en dos mesos ho veieu a la factura.</li></ol>
<p>Consulta el que aboques ara a <a href="/contracts/electricity">els teus contractes</a>, o escriu-nos a <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>Coneixes algú?</strong> Digues-li que posi el teu cupó quan contracti i us descomptem 20 € a cadascun.',
  },
  en: {
    login: 'This energy company is a demonstration: people, contracts and invoices are invented.',
    signUp: (invoice) =>
      `In this demonstration, Núria Camps has no account yet: NIF 99100466K, contract 0054210, invoice ${invoice}. Mail arrives at <a href="/demo/mail">/demo/mail</a>.`,
    button: { title: 'Shared solar', description: 'Put up panels with your neighbours' },
    page: [
      `<h2>Panels for the whole building</h2>
<p>If they do not fit on your roof, they can be on that of the block or of the school opposite, up to two kilometres away. Each neighbour has a share, and what is left over goes to their solar wallet.</p>`,
      `<h3>How to start</h3>
<ol><li>You decide together who gets which share.</li><li>You sign the sharing agreement.</li><li>We send it to the distributor, and in two months you see it on your invoice.</li></ol>
<p>See what you feed in now in <a href="/contracts/electricity">your contracts</a>, or write to us at <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>Do you know someone?</strong> Ask them to enter your coupon when they sign up, and we take €20 off for each of you.',
  },
  gl: {
    login: 'Esta comercializadora é unha demostración: persoas, contratos e facturas son inventados.',
    signUp: (invoice) =>
      `Nesta demostración, Núria Camps aínda non ten conta: NIF 99100466K, contrato 0054210, factura ${invoice}. O correo chega a <a href="/demo/mail">/demo/mail</a>.`,
    button: { title: 'Autoconsumo compartido', description: 'Pon placas cos teus veciños' },
    page: [
      `<h2>Placas para toda a escaleira</h2>
<p>Se no teu tellado non caben, poden estar no do bloque ou no da escola de enfronte, ata a dous quilómetros. Cada veciño ten a súa parte, e o que lle sobra vai ao seu moedeiro solar.</p>`,
      `<h3>Como se empeza</h3>
<ol><li>Decidides entre todos que parte lle toca a cada un.</li><li>Asinades o acordo de reparto.</li><li>Nós enviámolo á distribuidora, e en dous meses védelo na factura.</li></ol>
<p>Consulta o que vertes agora nos <a href="/contracts/electricity">teus contratos</a>, ou escríbenos a <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>Coñeces a alguén?</strong> Dille que poña o teu cupón ao contratar e descontámosvos 20 € a cada un.',
  },
  fr: {
    login: 'Ce fournisseur est une démonstration : personnes, contrats et factures sont inventés.',
    signUp: (invoice) =>
      `Dans cette démonstration, Núria Camps n’a pas encore de compte : NIF 99100466K, contrat 0054210, facture ${invoice}. Le courrier arrive sur <a href="/demo/mail">/demo/mail</a>.`,
    button: { title: 'Autoconsommation partagée', description: 'Installez des panneaux avec vos voisins' },
    page: [
      `<h2>Des panneaux pour tout l’immeuble</h2>
<p>S’ils ne tiennent pas sur votre toit, ils peuvent être sur celui de l’immeuble ou de l’école d’en face, jusqu’à deux kilomètres. Chaque voisin a sa part, et ce qui lui reste va dans sa cagnotte solaire.</p>`,
      `<h3>Comment commencer</h3>
<ol><li>Vous décidez ensemble de la part de chacun.</li><li>Vous signez l’accord de répartition.</li><li>Nous l’envoyons au distributeur, et deux mois plus tard vous le voyez sur la facture.</li></ol>
<p>Consultez ce que vous injectez aujourd’hui dans <a href="/contracts/electricity">vos contrats</a>, ou écrivez-nous à <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>Vous connaissez quelqu’un ?</strong> Proposez-lui d’indiquer votre coupon à la souscription : nous vous déduisons 20 € à chacun.',
  },
  de: {
    login: 'Dieser Anbieter ist eine Demonstration: Personen, Verträge und Rechnungen sind erfunden.',
    signUp: (invoice) =>
      `In dieser Demonstration hat Núria Camps noch kein Konto: NIF 99100466K, Vertrag 0054210, Rechnung ${invoice}. Die E-Mails kommen unter <a href="/demo/mail">/demo/mail</a> an.`,
    button: { title: 'Gemeinsam Solarstrom nutzen', description: 'Module mit deinen Nachbarn' },
    page: [
      `<h2>Module für das ganze Haus</h2>
<p>Wenn sie nicht auf dein Dach passen, können sie auf dem des Wohnblocks oder der Schule gegenüber stehen, bis zu zwei Kilometer entfernt. Alle haben ihren Anteil, und was übrig bleibt, geht in das eigene Solarguthaben.</p>`,
      `<h3>So fangt ihr an</h3>
<ol><li>Ihr entscheidet zusammen, wer welchen Anteil bekommt.</li><li>Ihr unterschreibt die Vereinbarung.</li><li>Wir senden sie an den Netzbetreiber, und nach zwei Monaten seht ihr es auf der Rechnung.</li></ol>
<p>Sieh in <a href="/contracts/electricity">deinen Verträgen</a> nach, was du jetzt einspeist, oder schreib uns an <a href="mailto:hola@demo-energia.example">hola@demo-energia.example</a>.</p>`,
    ],
    coupon:
      '<strong>Kennst du jemanden?</strong> Wer beim Abschluss deinen Gutschein angibt, bekommt wie du 20 € Nachlass.',
  },
}

type RetailerTexts = {
  /** Below the sign-in form. */
  login: string
  /** In the sign-up form, with an invoice of a holder who has no account yet. */
  signUp: (invoice: string) => string
  /** The link to the retailer's own page. */
  button: { title: string; description: string }
  /** The blocks of that page. */
  page: readonly string[]
  /** The banner next to a coupon. */
  coupon: string
}
