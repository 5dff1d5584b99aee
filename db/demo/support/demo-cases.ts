import type { CaseState, CaseTopic } from '#domains/support/rules.ts'

/** A message of a demo case with its age in days; some have a document attached. */
export type DemoCaseMessage = {
  by: 'customer' | 'administrator'
  daysAgo: number
  text: string
  attachment?: { title: string; text: string; fileName: string }
}

/** A demo case with its messages and answers. */
export type DemoCase = {
  contract: string
  about: { categoryId: number } | { typeCode: string; subtypeCode: string }
  caseType: string
  topic: CaseTopic
  subject: string
  state: CaseState
  messages: readonly DemoCaseMessage[]
}

/** The cases of the demo's customers, oldest first. */
export const demoCases: readonly DemoCase[] = [
  {
    contract: '0048213',
    about: { typeCode: 'invoice', subtypeCode: 'estimated' },
    caseType: 'complaint',
    topic: 'billing',
    subject: 'La lectura es estimada',
    state: 'accepted',
    messages: [
      {
        by: 'customer',
        daysAgo: 64,
        text: 'La última factura dice que la lectura es estimada, pero tengo contador digital. ¿Por qué?',
      },
      {
        by: 'administrator',
        daysAgo: 58,
        text: 'Tienes razón, Anna. La distribuidora no nos envió la curva de dos días y los estimamos con tu consumo habitual. Ya la tenemos: hemos rehecho el cálculo y la diferencia, 1,12 €, va a tu favor en la próxima factura.',
        attachment: {
          title: 'Cálculo de la factura',
          text: 'Dos días se habían estimado en 14,2 kWh. La curva de la distribuidora dice 9,1 kWh. Se descuentan 5,1 kWh a tu precio: 1,12 € con impuestos.',
          fileName: 'calculo-factura.pdf',
        },
      },
    ],
  },
  {
    contract: '0048214',
    about: { categoryId: 11 },
    caseType: 'consultation',
    topic: 'billing',
    subject: 'Factura de gas de octubre',
    state: 'additional_information_required',
    messages: [
      {
        by: 'customer',
        daysAgo: 9,
        text: 'Este mes pago el doble de gas que el año pasado y no hemos encendido más la calefacción.',
        attachment: {
          title: 'Lo que marca mi contador',
          text: 'Contador de gas, 3 de noviembre: 2 418,6 m³.',
          fileName: 'contador-gas.pdf',
        },
      },
      {
        by: 'administrator',
        daysAgo: 5,
        text: 'Gracias por la lectura. Para compararla necesitamos otra de hoy: mira el contador y dinos qué marca, o mándanos una foto.',
      },
    ],
  },
  {
    contract: '0049077',
    about: { typeCode: 'solar', subtypeCode: 'surplus' },
    caseType: 'consultation',
    topic: 'other',
    subject: 'No veig els meus excedents',
    state: 'being_processed',
    messages: [
      {
        by: 'customer',
        daysAgo: 6,
        text: 'A la corba de la setmana passada no hi ha excedents, i va fer sol cada dia.',
      },
      {
        by: 'administrator',
        daysAgo: 4,
        text: 'Ho hem preguntat a la distribuïdora. T’escrivim així que tinguem la corba bona.',
      },
    ],
  },
  {
    contract: '0049078',
    about: { categoryId: 30 },
    caseType: 'consultation',
    topic: 'other',
    subject: 'Afegir un veí al repartiment',
    state: 'in_process',
    messages: [
      {
        by: 'customer',
        daysAgo: 2,
        text: 'El veí del tercer també vol entrar a l’autoconsum compartit. Què hem de signar?',
        attachment: {
          title: 'Acord de repartiment',
          text: 'Planta baixa 40 %, primer 30 %, segon 30 %.',
          fileName: 'acord-de-repartiment.pdf',
        },
      },
    ],
  },
]
