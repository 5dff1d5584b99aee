import type { Locale } from '#vocabulary/locale.ts'

type LegalText = Record<'Privacy' | 'LegalNotice' | 'Accessibility', string>

/** The legal texts of the demo retailer, in each language. */
export const legalTexts: Record<Locale, LegalText> = {
  es: {
    Privacy: `<h2>Qué datos tratamos</h2>
<p>Los que hacen falta para darte luz o gas: quién eres, dónde está tu punto de suministro, cuánto consumes, cómo pagas y lo que nos escribes.</p>
<h2>Para qué y con qué base</h2>
<ul>
<li>Para cumplir tu contrato y facturarte: el propio contrato.</li>
<li>Para llamarte o escribirte sobre una oferta que has pedido: tu consentimiento, que puedes retirar cuando quieras.</li>
<li>Para guardar facturas y pagos: la ley.</li>
</ul>
<h2>Cuánto tiempo</h2>
<p>Mientras dure el contrato y, después, los años que marca la ley. Lo que dejaste a medias sin ser cliente se borra a los 30 días.</p>
<h2>Qué puedes pedir</h2>
<p>Ver tus datos, corregirlos, llevártelos, oponerte o que los borremos. Desde tu perfil puedes descargar una copia y pedir que se borren. Si no te convence la respuesta, puedes reclamar ante la Agencia Española de Protección de Datos.</p>`,
    LegalNotice: `<p>Esta comercializadora es una demostración: ni la empresa, ni sus clientes ni sus facturas existen.</p>
<h2>Quién está detrás</h2>
<p>Demo Energia, comercializadora inventada de electricidad y gas.</p>
<h2>Cómo se usa esta web</h2>
<p>Puedes consultar precios, comparar tu factura y contratar. No garantizamos que esté abierta a todas horas: cuando la cerramos por mejoras, lo avisamos. Tus contratos se rigen por las condiciones que firmaste, no por lo que diga esta página.</p>`,
    Accessibility: `<p>Queremos que esta web la pueda usar cualquiera. La comprobamos con las pautas WCAG 2.2, nivel AA.</p>
<h2>Hasta dónde llegamos</h2>
<p>La web es <strong>parcialmente conforme</strong>. Las páginas se revisan con un programa en cada cambio y se pueden usar con teclado y sin ratón; los formularios principales funcionan sin JavaScript.</p>
<h2>Qué falta</h2>
<ul>
<li>Los PDF de facturas y contratos no están etiquetados del todo para lectores de pantalla. Los mismos datos están en la web.</li>
<li>Los gráficos de consumo se dibujan como imagen; al lado tienen siempre una frase y una tabla.</li>
<li>No la ha revisado todavía ninguna entidad externa ni personas con discapacidad.</li>
</ul>
<h2>Cómo avisarnos</h2>
<p>Si algo no te deja hacer lo que necesitas, escríbenos: te damos la información de otra manera.</p>`,
  },
  ca: {
    Privacy: `<h2>Quines dades tractem</h2>
<p>Les que calen per donar-te llum o gas: qui ets, on és el teu punt de subministrament, quant consumeixes, com pagues i el que ens escrius.</p>
<h2>Per a què i amb quina base</h2>
<ul>
<li>Per complir el teu contracte i facturar-te: el mateix contracte.</li>
<li>Per trucar-te o escriure’t sobre una oferta que has demanat: el teu consentiment, que pots retirar quan vulguis.</li>
<li>Per desar factures i pagaments: la llei.</li>
</ul>
<h2>Quant de temps</h2>
<p>Mentre duri el contracte i, després, els anys que marca la llei. El que vas deixar a mitges sense ser client s’esborra al cap de 30 dies.</p>
<h2>Què pots demanar</h2>
<p>Veure les teves dades, corregir-les, endur-te-les, oposar-t’hi o que les esborrem. Des del teu perfil en pots descarregar una còpia i demanar que s’esborrin. Si la resposta no et convenç, pots reclamar a l’Agència Espanyola de Protecció de Dades.</p>`,
    LegalNotice: `<p>Aquesta comercialitzadora és una demostració: ni l’empresa, ni els seus clients ni les seves factures existeixen.</p>
<h2>Qui hi ha darrere</h2>
<p>Demo Energia, comercialitzadora inventada d’electricitat i gas.</p>
<h2>Com es fa servir aquest web</h2>
<p>Hi pots consultar preus, comparar la teva factura i contractar. No garantim que estigui obert a totes hores: quan el tanquem per millores, avisem. Els teus contractes es regeixen per les condicions que vas signar, no pel que digui aquesta pàgina.</p>`,
    Accessibility: `<p>Volem que aquest web el pugui fer servir tothom. El comprovem amb les pautes WCAG 2.2, nivell AA.</p>
<h2>Fins on arribem</h2>
<p>El web és <strong>parcialment conforme</strong>. Les pàgines es revisen amb un programa a cada canvi i es poden fer servir amb teclat i sense ratolí; els formularis principals funcionen sense JavaScript.</p>
<h2>Què hi falta</h2>
<ul>
<li>Els PDF de factures i contractes no estan del tot etiquetats per a lectors de pantalla. Les mateixes dades són al web.</li>
<li>Els gràfics de consum es dibuixen com a imatge; al costat sempre hi ha una frase i una taula.</li>
<li>Encara no l’ha revisat cap entitat externa ni persones amb discapacitat.</li>
</ul>
<h2>Com avisar-nos</h2>
<p>Si alguna cosa no et deixa fer el que necessites, escriu-nos: et donarem la informació d’una altra manera.</p>`,
  },
  en: {
    Privacy: `<h2>Which data we process</h2>
<p>Those we need to supply you with electricity or gas: who you are, where your supply point is, how much you consume, how you pay and what you write to us.</p>
<h2>What for, and on what basis</h2>
<ul>
<li>To fulfil your contract and invoice you: the contract itself.</li>
<li>To call you or write to you about an offer you requested: your consent, which you can withdraw at any time.</li>
<li>To keep invoices and payments: the law.</li>
</ul>
<h2>For how long</h2>
<p>As long as the contract lasts and, after that, for the years the law sets. What you left halfway without being a customer is deleted after 30 days.</p>
<h2>What you can ask for</h2>
<p>To see your data, correct it, take it with you, object, or have it erased. From your profile you can download a copy and request erasure. If you are not satisfied with our answer, you can complain to the Spanish data protection agency (AEPD).</p>`,
    LegalNotice: `<p>This retailer is a demonstration: neither the company nor its customers nor their invoices exist.</p>
<h2>Who is behind it</h2>
<p>Demo Energia, an invented retailer of electricity and gas.</p>
<h2>How this site is used</h2>
<p>You can look up prices, compare your bill and sign up. We do not guarantee that it is open at all hours: when we close it for improvements, we say so. Your contracts follow the terms you signed, not what this page says.</p>`,
    Accessibility: `<p>We want anybody to be able to use this site. We check it against WCAG 2.2, level AA.</p>
<h2>How far we have come</h2>
<p>The site is <strong>partially conformant</strong>. Its pages are checked by a program at every change and can be used by keyboard and without a mouse; the main forms work without JavaScript.</p>
<h2>What is missing</h2>
<ul>
<li>The PDFs of invoices and contracts are not fully tagged for screen readers. The same data is on the site.</li>
<li>Consumption charts are drawn as a picture; there is always a sentence and a table beside them.</li>
<li>No outside body and no people with disabilities have reviewed it yet.</li>
</ul>
<h2>How to let us know</h2>
<p>If something stops you from doing what you need, write to us: we will give you the information another way.</p>`,
  },
  gl: {
    Privacy: `<h2>Que datos tratamos</h2>
<p>Os que fan falta para darche luz ou gas: quen es, onde está o teu punto de subministración, canto consomes, como pagas e o que nos escribes.</p>
<h2>Para que e con que base</h2>
<ul>
<li>Para cumprir o teu contrato e facturarche: o propio contrato.</li>
<li>Para chamarte ou escribirche sobre unha oferta que pediches: o teu consentimento, que podes retirar cando queiras.</li>
<li>Para gardar facturas e pagamentos: a lei.</li>
</ul>
<h2>Canto tempo</h2>
<p>Mentres dure o contrato e, despois, os anos que marca a lei. O que deixaches a medias sen ser cliente bórrase aos 30 días.</p>
<h2>Que podes pedir</h2>
<p>Ver os teus datos, corrixilos, levalos contigo, opoñerte ou que os borremos. Desde o teu perfil podes descargar unha copia e pedir que se borren. Se non te convence a resposta, podes reclamar ante a Axencia Española de Protección de Datos.</p>`,
    LegalNotice: `<p>Esta comercializadora é unha demostración: nin a empresa, nin os seus clientes nin as súas facturas existen.</p>
<h2>Quen está detrás</h2>
<p>Demo Energia, comercializadora inventada de electricidade e gas.</p>
<h2>Como se usa esta web</h2>
<p>Podes consultar prezos, comparar a túa factura e contratar. Non garantimos que estea aberta a todas horas: cando a pechamos por melloras, avisamos. Os teus contratos réxense polas condicións que asinaches, non polo que diga esta páxina.</p>`,
    Accessibility: `<p>Queremos que calquera poida usar esta web. Comprobámola coas pautas WCAG 2.2, nivel AA.</p>
<h2>Ata onde chegamos</h2>
<p>A web é <strong>parcialmente conforme</strong>. As páxinas revísanse cun programa en cada cambio e pódense usar con teclado e sen rato; os formularios principais funcionan sen JavaScript.</p>
<h2>Que falta</h2>
<ul>
<li>Os PDF de facturas e contratos non están etiquetados de todo para lectores de pantalla. Os mesmos datos están na web.</li>
<li>Os gráficos de consumo debúxanse como imaxe; ao lado teñen sempre unha frase e unha táboa.</li>
<li>Aínda non a revisou ningunha entidade externa nin persoas con discapacidade.</li>
</ul>
<h2>Como avisarnos</h2>
<p>Se algo non che deixa facer o que precisas, escríbenos: darémosche a información doutro xeito.</p>`,
  },
  fr: {
    Privacy: `<h2>Quelles données nous traitons</h2>
<p>Celles qu’il faut pour vous fournir l’électricité ou le gaz : qui vous êtes, où se trouve votre point de livraison, combien vous consommez, comment vous payez et ce que vous nous écrivez.</p>
<h2>Pourquoi, et sur quelle base</h2>
<ul>
<li>Pour exécuter votre contrat et vous facturer : le contrat lui-même.</li>
<li>Pour vous appeler ou vous écrire au sujet d’une offre que vous avez demandée : votre consentement, que vous pouvez retirer quand vous voulez.</li>
<li>Pour conserver factures et paiements : la loi.</li>
</ul>
<h2>Combien de temps</h2>
<p>Tant que dure le contrat, puis pendant les années fixées par la loi. Ce que vous avez laissé en cours sans être client est effacé au bout de 30 jours.</p>
<h2>Ce que vous pouvez demander</h2>
<p>Voir vos données, les corriger, les emporter, vous y opposer ou les faire effacer. Depuis votre profil, vous pouvez en télécharger une copie et demander leur effacement. Si notre réponse ne vous convient pas, vous pouvez vous adresser à l’agence espagnole de protection des données (AEPD).</p>`,
    LegalNotice: `<p>Ce fournisseur est une démonstration : ni l’entreprise, ni ses clients, ni leurs factures n’existent.</p>
<h2>Qui est derrière</h2>
<p>Demo Energia, fournisseur inventé d’électricité et de gaz.</p>
<h2>Conditions d’utilisation du site</h2>
<p>Vous pouvez consulter les prix, comparer votre facture et souscrire. Nous ne garantissons pas que le site soit ouvert à toute heure : quand nous le fermons pour l’améliorer, nous vous prévenons. Vos contrats suivent les conditions que vous avez signées, et non ce que dit cette page.</p>`,
    Accessibility: `<p>Nous voulons que tout le monde puisse utiliser ce site. Nous le vérifions selon les WCAG 2.2, niveau AA.</p>
<h2>Où nous en sommes</h2>
<p>Le site est <strong>partiellement conforme</strong>. Ses pages sont vérifiées par un programme à chaque changement et s’utilisent au clavier, sans souris ; les principaux formulaires fonctionnent sans JavaScript.</p>
<h2>Ce qui manque</h2>
<ul>
<li>Les PDF des factures et des contrats ne sont pas entièrement balisés pour les lecteurs d’écran. Les mêmes données sont sur le site.</li>
<li>Les graphiques de consommation sont dessinés comme des images ; une phrase et un tableau les accompagnent toujours.</li>
<li>Aucun organisme extérieur ni personne handicapée ne l’a encore examiné.</li>
</ul>
<h2>Nous signaler un problème</h2>
<p>Si quelque chose vous empêche de faire ce dont vous avez besoin, écrivez-nous : nous vous donnerons l’information autrement.</p>`,
  },
  de: {
    Privacy: `<h2>Welche Daten wir verarbeiten</h2>
<p>Die, die wir für deine Versorgung mit Strom oder Gas brauchen: wer du bist, wo deine Lieferstelle ist, wie viel du verbrauchst, wie du bezahlst und was du uns schreibst.</p>
<h2>Wozu und auf welcher Grundlage</h2>
<ul>
<li>Um deinen Vertrag zu erfüllen und abzurechnen: der Vertrag selbst.</li>
<li>Um dich zu einem Angebot anzurufen oder dir zu schreiben, das du angefragt hast: deine Einwilligung, die du jederzeit widerrufen kannst.</li>
<li>Um Rechnungen und Zahlungen aufzubewahren: das Gesetz.</li>
</ul>
<h2>Wie lange</h2>
<p>Solange der Vertrag läuft und danach so viele Jahre, wie das Gesetz verlangt. Was du begonnen hast, ohne Kunde zu sein, löschen wir nach 30 Tagen.</p>
<h2>Was du verlangen kannst</h2>
<p>Deine Daten einsehen, berichtigen, mitnehmen, der Verarbeitung widersprechen oder sie löschen lassen. In deinem Profil kannst du eine Kopie herunterladen und die Löschung verlangen. Wenn dich unsere Antwort nicht überzeugt, kannst du dich bei der spanischen Datenschutzbehörde (AEPD) beschweren.</p>`,
    LegalNotice: `<p>Dieser Versorger ist eine Demonstration: Firma, Kunden und Rechnungen sind erfunden.</p>
<h2>Wer dahintersteht</h2>
<p>Demo Energia, ein erfundener Versorger für Strom und Gas.</p>
<h2>Wie diese Website genutzt wird</h2>
<p>Du kannst Preise ansehen, deine Rechnung vergleichen und Verträge abschließen. Wir garantieren nicht, dass die Website jederzeit erreichbar ist: Wenn wir sie für Verbesserungen schließen, sagen wir es dir vorher. Für deine Verträge gelten die Bedingungen, die du unterschrieben hast, nicht diese Seite.</p>`,
    Accessibility: `<p>Alle sollen diese Website nutzen können. Wir prüfen sie nach WCAG 2.2, Stufe AA.</p>
<h2>Wie weit wir sind</h2>
<p>Die Website ist <strong>teilweise konform</strong>. Ihre Seiten werden bei jeder Änderung von einem Programm geprüft und lassen sich mit der Tastatur und ohne Maus bedienen; die wichtigsten Formulare funktionieren ohne JavaScript.</p>
<h2>Was fehlt</h2>
<ul>
<li>Die PDF-Dateien von Rechnungen und Verträgen sind für Screenreader nicht vollständig ausgezeichnet. Dieselben Daten stehen auf der Website.</li>
<li>Verbrauchsdiagramme sind Bilder; daneben stehen immer ein Satz und eine Tabelle.</li>
<li>Bisher haben weder eine externe Stelle noch Menschen mit Behinderung sie geprüft.</li>
</ul>
<h2>Wie du uns ein Problem meldest</h2>
<p>Wenn du an etwas nicht herankommst, schreib uns: Wir geben dir die Information auf anderem Weg.</p>`,
  },
}
