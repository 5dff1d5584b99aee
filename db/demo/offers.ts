/** The demo's offers to new customers and their descriptions, in the order of the lists. */
export const offers = [
  {
    product: { energy: 'electricity', name: 'CLARA' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Un precio para cada periodo, el mismo todo el año. Sin permanencia.',
      ca: 'Un preu per a cada període, el mateix tot l’any. Sense permanència.',
      en: 'One price for each period, the same all year round. No minimum term.',
      gl: 'Un prezo para cada período, o mesmo todo o ano. Sen permanencia.',
      fr: 'Un prix par période, le même toute l’année. Sans engagement.',
      de: 'Ein Preis je Periode, das ganze Jahr gleich. Ohne Mindestlaufzeit.',
    },
  },
  {
    product: { energy: 'electricity', name: 'TRANQUILA' },
    withSelfConsumption: null,
    descriptions: {
      es: 'El mismo precio a todas horas: no hay que mirar el reloj. Sin permanencia.',
      ca: 'El mateix preu a totes hores: no cal mirar el rellotge. Sense permanència.',
      en: 'The same price at all hours, so there is no need to watch the clock. No minimum term.',
      gl: 'O mesmo prezo a todas as horas: non hai que mirar o reloxo. Sen permanencia.',
      fr: 'Le même prix à toute heure : plus besoin de regarder l’horloge. Sans engagement.',
      de: 'Zu jeder Stunde derselbe Preis, ohne Blick auf die Uhr. Ohne Mindestlaufzeit.',
    },
  },
  {
    product: { energy: 'electricity', name: 'VERDA' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Con garantía de origen renovable, noches más baratas y un 3 % menos en la energía. Sin permanencia.',
      ca: 'Amb garantia d’origen renovable, nits més barates i un 3 % menys en l’energia. Sense permanència.',
      en: 'With guarantees of renewable origin, cheaper nights and 3% less for energy. No minimum term.',
      gl: 'Con garantía de orixe renovable, noites máis baratas e un 3 % menos na enerxía. Sen permanencia.',
      fr: 'Avec garantie d’origine renouvelable, des nuits moins chères et 3 % de moins sur l’énergie. Sans engagement.',
      de: 'Mit Herkunftsnachweis aus erneuerbaren Quellen, günstigeren Nächten und 3 % weniger für Energie. Ohne Mindestlaufzeit.',
    },
  },
  {
    product: { energy: 'electricity', name: 'SOLAR' },
    withSelfConsumption: true,
    descriptions: {
      es: 'Para quien produce su propia luz: te pagamos lo que te sobra y lo que no cabe en la factura va a tu monedero solar.',
      ca: 'Per a qui produeix la seva pròpia llum: et paguem el que et sobra i el que no cap a la factura va al teu moneder solar.',
      en: 'For those who produce their own electricity: we pay for your surplus, and whatever exceeds your invoice goes into your solar wallet.',
      gl: 'Para quen produce a súa propia luz: pagámosche o que che sobra e o que non cabe na factura vai ao teu moedeiro solar.',
      fr: 'Pour ceux qui produisent leur électricité : nous vous payons vos excédents, et ce que la facture ne peut absorber va dans votre cagnotte solaire.',
      de: 'Für alle, die selbst Strom erzeugen: Wir vergüten deine Überschüsse, und was die Rechnung nicht aufnimmt, kommt in dein Solarguthaben.',
    },
  },
  {
    product: { energy: 'electricity', name: 'EMPRESA' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Seis periodos y un precio cerrado por año, para negocios de más de 15 kW.',
      ca: 'Sis períodes i un preu tancat per any, per a negocis de més de 15 kW.',
      en: 'Six periods and a price fixed for the year, for businesses above 15 kW.',
      gl: 'Seis períodos e un prezo pechado por ano, para negocios de máis de 15 kW.',
      fr: 'Six périodes et un prix fixe à l’année, pour les entreprises de plus de 15 kW.',
      de: 'Sechs Perioden und ein Jahresfestpreis, für Betriebe über 15 kW.',
    },
  },
  {
    product: { energy: 'electricity', name: 'COOPERATIVA' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Con un 4 % menos en la energía, para socios y amigos de la cooperativa. Se abre con el código SOCI4.',
      ca: 'Amb un 4 % menys en l’energia, per a socis i amics de la cooperativa. S’obre amb el codi SOCI4.',
      en: '4% less for energy, for members and friends of the cooperative. Opens with the code SOCI4.',
      gl: 'Cun 4 % menos na enerxía, para socios e amigos da cooperativa. Ábrese co código SOCI4.',
      fr: '4 % de moins sur l’énergie, pour les membres et amis de la coopérative. Accessible avec le code SOCI4.',
      de: '4 % weniger für Energie, für Mitglieder und Freunde der Genossenschaft. Mit dem Code SOCI4.',
    },
  },
  {
    product: { energy: 'gas', name: 'GAS CLAR' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Un término fijo y un precio por kWh, los mismos todo el año. Sin permanencia.',
      ca: 'Un terme fix i un preu per kWh, els mateixos tot l’any. Sense permanència.',
      en: 'One standing charge and one price per kWh, the same all year round. No minimum term.',
      gl: 'Un termo fixo e un prezo por kWh, os mesmos todo o ano. Sen permanencia.',
      fr: 'Un abonnement et un prix du kWh, les mêmes toute l’année. Sans engagement.',
      de: 'Ein Grundpreis und ein Preis je kWh, das ganze Jahr gleich. Ohne Mindestlaufzeit.',
    },
  },
  {
    product: { energy: 'gas', name: 'GAS PETIT' },
    withSelfConsumption: null,
    descriptions: {
      es: 'Un término fijo más bajo para quien gasta poco gas: cocina, agua caliente o una casa de fin de semana.',
      ca: 'Un terme fix més baix per a qui gasta poc gas: cuina, aigua calenta o una casa de cap de setmana.',
      en: 'A lower standing charge for those who use little gas: cooking, hot water or a weekend home.',
      gl: 'Un termo fixo máis baixo para quen gasta pouco gas: cociña, auga quente ou unha casa de fin de semana.',
      fr: 'Un abonnement plus bas pour ceux qui consomment peu de gaz : cuisine, eau chaude ou maison de week-end.',
      de: 'Ein niedrigerer Grundpreis für alle, die wenig Gas brauchen: Kochen, Warmwasser oder ein Wochenendhaus.',
    },
  },
] as const

/** Dates and terms that nothing outside the demo determines. */
export const demoOfferTerms = { offersFrom: '2024-01-01', couponDays: 90 } as const

/** Fictitious retailers for customers who switch from another one. */
export const retailers = [
  'Aurora Energia',
  'Boreal Luz y Gas',
  'Cierzo Eléctrica',
  'Garbí Energia',
  'Llevant Comercializadora',
  'Tramuntana Power',
] as const

/** Campaigns: one with a code for anyone, one with a code for each customer to give away. */
export const campaigns = [
  {
    product: { energy: 'electricity', name: 'COOPERATIVA' },
    publicCode: 'SOCI4',
    codePrefix: null,
    names: {
      es: 'Amigos de la cooperativa',
      ca: 'Amics de la cooperativa',
      en: 'Friends of the cooperative',
      gl: 'Amigos da cooperativa',
      fr: 'Amis de la coopérative',
      de: 'Freunde der Genossenschaft',
    },
    descriptions: {
      es: 'Abre la Tarifa Cooperativa, con un 4 % menos en la energía.',
      ca: 'Obre la Tarifa Cooperativa, amb un 4 % menys en l’energia.',
      en: 'Opens the Tarifa Cooperativa, with 4% less for energy.',
      gl: 'Abre a Tarifa Cooperativa, cun 4 % menos na enerxía.',
      fr: 'Donne accès à la Tarifa Cooperativa, avec 4 % de moins sur l’énergie.',
      de: 'Schaltet die Tarifa Cooperativa frei, mit 4 % weniger für Energie.',
    },
  },
  {
    product: { energy: 'electricity', name: 'COOPERATIVA' },
    publicCode: null,
    codePrefix: 'VEI',
    names: {
      es: 'Trae a un vecino',
      ca: 'Porta un veí',
      en: 'Bring a neighbour',
      gl: 'Trae un veciño',
      fr: 'Parrainer un voisin',
      de: 'Nachbarn werben',
    },
    descriptions: {
      es: 'Regala este código a quien quieras: contratará la Tarifa Cooperativa.',
      ca: 'Regala aquest codi a qui vulguis: contractarà la Tarifa Cooperativa.',
      en: 'Give this code to anybody you like: they can sign up for the Tarifa Cooperativa.',
      gl: 'Regala este código a quen queiras: contratará a Tarifa Cooperativa.',
      fr: 'Offrez ce code à qui vous voulez : il donne accès à la Tarifa Cooperativa.',
      de: 'Verschenke diesen Code: Damit gibt es die Tarifa Cooperativa.',
    },
  },
] as const
