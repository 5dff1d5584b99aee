import { expect, test } from 'vitest'
import { type Locale, locales } from '#vocabulary/locale.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import { household, textIn } from './contract-document-testing.ts'
import { articleLetters, pointsOf } from './contract-points.ts'

/** What a letter of the norm asks, and the words of the paper that say it: the same in all languages, or by language. */
type PointOfLaw = readonly [letter: string, asks: string, says: RegExp | Partial<Record<Locale, RegExp>>]

/** What Real Decreto 88/2026, art. 30.1, asks of a contract in the free market, in the order of its letters. */
const pointsOfLaw: readonly PointOfLaw[] = [
  ['a', 'the brand and the company', /Demo Energia · B58378431 .{0,320}Carrer de Pere IV, 29, 08018 Barcelona/],
  ['b', 'the CUPS', new RegExp(splitCups(household.cups).join('\\s'))],
  [
    'b',
    'the number of the supply policy',
    {
      ca: /Número de pòlissa de subministrament.{0,320}L000012/,
      es: /Número de póliza de suministro.{0,320}L000012/,
      en: /Supply policy number.{0,320}L000012/,
      gl: /Número de póliza de subministración.{0,320}L000012/,
      fr: /Numéro de police de fourniture.{0,320}L000012/,
      de: /Nummer der Lieferpolice.{0,320}L000012/,
    },
  ],
  [
    'b',
    'the number of the access policy, which comes from the distributor',
    {
      ca: /Número de pòlissa d’accés.{0,320}distribuïdora/,
      es: /Número de póliza de acceso.{0,320}Lo da la distribuidora/,
      en: /Access policy number.{0,320}distributor/,
      gl: /Número de póliza de acceso.{0,320}distribuidora/,
      fr: /Numéro de police d’accès.{0,320}distributeur/,
      de: /Nummer der Netzzugangspolice.{0,320}Netzbetreiber/,
    },
  ],
  ['b', 'the distributor', /e-distribución/],
  ['b', 'the powers', /P1 4[,.]6 kW · P2 4[,.]6 kW/],
  ['c', 'the cadastral reference', /9872023VH5797S0001WX/],
  ['c', 'the activity', /CNAE.{0,320} 9820/],
  ['d', 'the comparator of the CNMC', /https:\/\/comparador\.cnmc\.gob\.es/],
  [
    'e',
    'the modality',
    {
      ca: /en el mercat lliure/,
      es: /en el mercado libre/,
      en: /in the free market/,
      gl: /no mercado libre/,
      fr: /sur le marché libre/,
      de: /im freien Markt/,
    },
  ],
  [
    'f',
    'the type of price',
    {
      ca: /Tipus de preu: el d’aquest document, que no segueix el mercat/,
      es: /Tipo de precio: el de este documento, que no sigue al mercado/,
      en: /Type of price: that of this document, which does not follow the market/,
      gl: /Tipo de prezo: o deste documento, que non segue o mercado/,
      fr: /Type de prix : celui de ce document, qui ne suit pas le marché/,
      de: /Preisart: der Preis dieses Dokuments, der nicht dem Markt folgt/,
    },
  ],
  [
    'f',
    'the penalty for leaving early',
    {
      ca: /Penalització .{0,320}Cap\. .{0,320}no costa res/,
      es: /Penalización .{0,320}Ninguna\. .{0,320}no cuesta nada/,
      en: /Penalty .{0,320}None\. .{0,320}costs nothing/,
      gl: /Penalización .{0,320}Ningunha\. .{0,320}non custa nada/,
      fr: /Pénalité .{0,320}Aucune\. .{0,320}ne coûte rien/,
      de: /Vertragsstrafe .{0,320}Keine\. .{0,320}kostet nichts/,
    },
  ],
  [
    'g',
    'the duration and the renewal',
    {
      ca: /Un any, que es renova/,
      es: /Un año, que se renueva/,
      en: /One year, renewable/,
      gl: /Un ano, que se renova/,
      fr: /Un an, renouvelable/,
      de: /Ein Jahr, mit Verlängerung/,
    },
  ],
  [
    'h',
    'the causes of ending',
    {
      ca: /Causes de finalització .{0,320}desisteix;.{0,100}per impagament.{0,320}d’acord entre les parts/,
      es: /Causas de terminación .{0,320}desiste;.{0,100}por impago.{0,320}de acuerdo entre las partes/,
      en: /How it ends .{0,320}withdraws;.{0,100}for non-payment.{0,320}by agreement/,
      gl: /Causas de terminación .{0,320}desiste;.{0,100}por falta de pagamento.{0,320}de acordo entre as partes/,
      fr: /Causes de fin .{0,320}se rétracte ;.{0,100}en cas d’impayé.{0,320}d’un commun accord/,
      de: /Vertragsende .{0,320}widerruft;.{0,120}bei Zahlungsverzug.{0,320}im Einvernehmen/,
    },
  ],
  [
    'h',
    'how it is ended',
    {
      ca: /n’hi ha prou de demanar-ho a 900 100 200, a .{0,60} o a l’àrea de client.{0,90}última factura/,
      es: /basta pedirlo en 900 100 200, en .{0,60} o en el área de cliente.{0,90}última factura/,
      en: /it is enough to ask on 900 100 200, at .{0,60} or in the customer area.{0,90}last bill/,
      gl: /abonda con pedilo en 900 100 200, en .{0,60} ou na área de cliente.{0,90}última factura/,
      fr: /il suffit de le demander au 900 100 200, à .{0,60} ou dans l’espace client.{0,90}dernière facture/,
      de: /genügt eine Mitteilung unter 900 100 200, an .{0,60} oder im Kundenbereich.{0,90}letzte Rechnung/,
    },
  ],
  [
    'h',
    'that a person on 2.0TD leaves at any time, free',
    {
      ca: /en qualsevol moment, sense cost\. La distribuïdora/,
      es: /en cualquier momento, sin coste\. La distribuidora/,
      en: /at any time, free of charge\. The distributor/,
      gl: /en calquera momento, sen custo\. A distribuidora/,
      fr: /à tout moment, sans frais\. Le distributeur/,
      de: /jederzeit kostenlos kündigen\. Der Netzbetreiber/,
    },
  ],
  [
    'i',
    'the revision of prices with its formula',
    {
      ca: /preu nou = .{0,320} \+ .{0,320} − peatges i càrrecs anteriors/,
      es: /precio nuevo = .{0,320} \+ .{0,320} − peajes y cargos anteriores/,
      en: /new price = .{0,320} \+ .{0,320} − former tolls and charges/,
      gl: /prezo novo = .{0,320} \+ .{0,320} − peaxes e cargos anteriores/,
      fr: /nouveau prix = .{0,320} \+ .{0,320} − anciens péages et charges/,
      de: /neuer Preis = .{0,320} \+ .{0,320} − bisherige Entgelte und Umlagen/,
    },
  ],
  [
    'j',
    'that a change of terms lets its customer leave free',
    {
      ca: /canvi de condicions s’avisa per escrit amb un mes.{0,320} sense cost/,
      es: /cambio de condiciones se avisa por escrito con un mes.{0,320} sin coste/,
      en: /change of terms is announced in writing one month ahead.{0,320} free of charge/,
      gl: /cambio de condicións avísase por escrito cun mes.{0,320} sen custo/,
      fr: /changement de conditions est annoncé par écrit un mois à l’avance.{0,320} sans frais/,
      de: /Änderung der Bedingungen wird einen Monat vorher schriftlich mitgeteilt.{0,320} kostenlos/,
    },
  ],
  [
    'k',
    'the length and the base of promotions',
    {
      ca: /descomptes .{0,320}duren el mateix que els seus preus .{0,320}abans d’impostos/,
      es: /descuentos .{0,320}duran lo mismo que sus precios .{0,320}antes de impuestos/,
      en: /discounts .{0,320}last as long as its prices .{0,320}before taxes/,
      gl: /descontos .{0,320}duran o mesmo que os seus prezos .{0,320}antes de impostos/,
      fr: /remises .{0,320}durent autant que ses prix .{0,320}hors taxes/,
      de: /Rabatte .{0,320}gelten so lange wie deren Preise .{0,320}vor Steuern/,
    },
  ],
  [
    'l',
    'other services, and whether they are compulsory',
    {
      ca: /no n’inclou cap, i no n’hi ha cap d’obligatori/,
      es: /no incluye ninguno, y ninguno es obligatorio/,
      en: /includes none, and none is compulsory/,
      gl: /non inclúe ningún, e ningún é obrigatorio/,
      fr: /n’en comprend aucun, et aucun n’est obligatoire/,
      de: /enthält keine, und keine ist verpflichtend/,
    },
  ],
  [
    'm',
    'the level of quality',
    {
      ca: /més d’un 7 %.{0,200}articles 104 i 105/,
      es: /más de un 7 %.{0,200}artículos 104 y 105/,
      en: /more than 7%.{0,200}articles 104 and 105/,
      gl: /máis dun 7 %.{0,200}artigos 104 e 105/,
      fr: /plus de 7 %.{0,200}articles 104 et 105/,
      de: /höchstens 7 %.{0,200}Artikel 104 und 105/,
    },
  ],
  [
    'm',
    'the quality and the term to connect',
    {
      ca: /qualitat que fixa la llei.{0,320} cinc dies hàbils/,
      es: /calidad que fija la ley.{0,320} cinco días hábiles/,
      en: /quality set by law.{0,320} five working days/,
      gl: /calidade que fixa a lei.{0,320} cinco días hábiles/,
      fr: /qualité fixée par la loi.{0,320} cinq jours ouvrables/,
      de: /gesetzliche Qualität.{0,320} fünf Werktage/,
    },
  ],
  [
    'n',
    'the transfer and the subrogation',
    {
      ca: /traspàs o subrogació.{0,320} sense cost/,
      es: /traspaso o subrogación.{0,320} sin coste/,
      en: /transfer or subrogation.{0,320} free of charge/,
      gl: /traspaso ou subrogación.{0,320} sen custo/,
      fr: /cession ou subrogation.{0,320} sans frais/,
      de: /kostenlos .{0,320}Übertragung oder Eintritt/,
    },
  ],
  [
    'ñ',
    'how complaints are answered, and the body out of court',
    {
      ca: /Es contesta en quinze dies hàbils.{0,320} junta arbitral de consum/,
      es: /Se contesta en quince días hábiles.{0,320} junta arbitral de consumo/,
      en: /within fifteen working days.{0,320} consumer arbitration board/,
      gl: /Contéstase en quince días hábiles.{0,320} xunta arbitral de consumo/,
      fr: /sous quinze jours ouvrables.{0,320} commission d’arbitrage/,
      de: /innerhalb von fünfzehn Werktagen.{0,320} Verbraucherschiedsstelle/,
    },
  ],
  ['o', 'the channels of customer care, with the free telephone', /900 100 200/],
  [
    'p',
    'the meter that is needed',
    {
      ca: /comptador amb lectura a distància/,
      es: /contador con lectura a distancia/,
      en: /meter with remote reading/,
      gl: /contador con lectura a distancia/,
      fr: /compteur à relève à distance/,
      de: /Zähler mit Fernablesung/,
    },
  ],
  [
    'p',
    'that bills, tolls and charges follow the meter',
    {
      ca: /la seva lectura es factura i s’apliquen els peatges/,
      es: /su lectura se factura y se aplican los peajes/,
      en: /readings are used for billing and for applying tolls/,
      gl: /súa lectura factúrase e aplícanse as peaxes/,
      fr: /relevés servent à facturer et à appliquer les péages/,
      de: /dienen der Abrechnung und der Anwendung der Netzentgelte/,
    },
  ],
  [
    'q',
    'the compensation, also for bills that are wrong or late',
    {
      ca: /30,05 euros.{0,320} factures equivocades o tardanes/,
      es: /30,05 euros.{0,320} facturas equivocadas o tardías/,
      en: /30\.05 euros.{0,320} Wrong or late bills/,
      gl: /30,05 euros.{0,320} facturas equivocadas ou tardías/,
      fr: /30,05 euros.{0,320} factures erronées ou tardives/,
      de: /30,05 Euro.{0,320} Falsche oder späte Rechnungen/,
    },
  ],
  [
    'r',
    'the free choice of the means of payment',
    {
      ca: /tria lliurement com paga.{0,320} cost directe/,
      es: /elige libremente cómo paga.{0,320} coste directo/,
      en: /freely chooses how to pay.{0,320} direct cost/,
      gl: /escolle libremente como paga.{0,320} custo directo/,
      fr: /choisit librement son moyen de paiement.{0,320} coût direct/,
      de: /wählt frei, wie er zahlt.{0,320} direkten Kosten/,
    },
  ],
  [
    's',
    'the protection of personal data',
    {
      ca: /consultar, corregir, traslladar i esborrar escrivint a/,
      es: /consultar, corregir, trasladar y borrar escribiendo a/,
      en: /access, correct, transfer and erase it by writing to/,
      gl: /consultar, corrixir, trasladar e borrar escribindo a/,
      fr: /les consulter, les corriger, les transférer et les effacer en écrivant à/,
      de: /Auskunft, Berichtigung, Übertragung und Löschung/,
    },
  ],
  [
    't',
    'the suspension for non-payment',
    {
      ca: /prova de recepció.{0,320} dos mesos .{0,320}atura el tall.{0,320} 24 hores/,
      es: /prueba de recepción.{0,320} dos meses .{0,320}detiene el corte.{0,320} 24 horas/,
      en: /proof of receipt.{0,320} two months .{0,320}stops the cut.{0,320} 24 hours/,
      gl: /proba de recepción.{0,320} dous meses .{0,320}detén o corte.{0,320} 24 horas/,
      fr: /preuve de réception.{0,320} deux mois .{0,320}arrête la coupure.{0,320} 24 heures/,
      de: /Empfangsnachweis.{0,320} zwei Monate .{0,320}hält die Sperrung auf.{0,320} 24 Stunden/,
    },
  ],
  [
    'u',
    'the correction of billing errors, with its terms and who answers',
    {
      ca: /Demo Energia respon de la factura.{0,320} factura següent.{0,320} 1,5 punts.{0,320} un any com a màxim/,
      es: /Demo Energia responde de la factura.{0,320} factura siguiente.{0,320} 1,5 puntos.{0,320} un año como máximo/,
      en: /Demo Energia answers for the bill.{0,320} next bill.{0,320} 1\.5 points.{0,320} one year at most/,
      gl: /Demo Energia responde da factura.{0,320} factura seguinte.{0,320} 1,5 puntos.{0,320} un ano como máximo/,
      fr: /Demo Energia répond de la facture.{0,320} facture suivante.{0,320} 1,5 point.{0,320} un an au plus/,
      de: /Demo Energia haftet für die Rechnung.{0,320} nächsten Rechnung.{0,320} 1,5 Punkten.{0,320} höchstens ein Jahr/,
    },
  ],
  [
    'u',
    'what the retailer and who reads the meter answer for, and how far back it goes',
    {
      ca: /errors administratius; la distribuïdora, que llegeix el comptador, dels errors de mesura.{0,320}més enrere d’un any/,
      es: /errores administrativos; la distribuidora, que lee el contador, de los errores de medida.{0,320}más atrás de un año/,
      en: /administrative errors; the distributor, which reads the meter, answers for measurement errors.{0,320}back no more than one year/,
      gl: /erros administrativos; a distribuidora, que le o contador, dos erros de medida.{0,320}máis atrás dun ano/,
      fr: /erreurs administratives ; le distributeur, qui relève le compteur, répond des erreurs de mesure.{0,340}plus d’un an/,
      de: /Verwaltungsfehler; der Netzbetreiber, der den Zähler abliest, haftet für Messfehler.{0,340}höchstens ein Jahr zurück/,
    },
  ],
  [
    'v',
    'the rights of the customer',
    {
      ca: /triar i canviar de comercialitzadora, veure gratis/,
      es: /elegir y cambiar de comercializadora, ver gratis/,
      en: /choose and switch retailer, see their consumption data free/,
      gl: /escoller e cambiar de comercializadora, ver gratis/,
      fr: /choisir son fournisseur et en changer, consulter gratuitement/,
      de: /den Versorger wählen und wechseln, seine Verbrauchsdaten kostenlos/,
    },
  ],
  [
    'w',
    'the price of the power in euros per kW and year',
    {
      ca: /30,5 €\/kW i any/,
      es: /30,5 €\/kW y año/,
      en: /30\.5 €\/kW/,
      gl: /30,5 €\/kW e ano/,
      fr: /30,5 €\/kW/,
      de: /30,5 €\/kW/,
    },
  ],
  ['w', 'the price of the energy in euros per kWh', /0[,.]211 €\/kWh/],
]

test.each(locales)('a contract in %s says all that the norm of electricity asks', async (locale) => {
  const text = await textIn(household, locale)
  for (const [letter, asks, says] of pointsOfLaw)
    expect(text, `${letter}) ${asks}`).toMatch(says instanceof RegExp ? says : says[locale]!)
})

test('each letter of the norm has its place in the document, and words that are looked for', () => {
  const placed = new Set(pointsOf('electricity').flatMap((point) => point.letters))
  expect([...placed].sort(inOrder)).toEqual(articleLetters)
  expect([...new Set(pointsOfLaw.map(([letter]) => letter))]).toEqual(articleLetters)
})

function inOrder(one: string, other: string) {
  return articleLetters.indexOf(one) - articleLetters.indexOf(other)
}
