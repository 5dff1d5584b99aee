import type { DemoDocument } from '../customers/demo-holder.ts'

type DocumentTexts = {
  documents: Record<DemoDocument['kind'], { title: string; category: string; fileName: string; text: string }>
  holder: string
  contract: string
  supply: string
  signedBy: string
  signedOn: string
  page: (number: number, count: number) => string
}

/** The texts of the demo's documents, in the languages of its holders. */
export const documentTexts: Record<'ca' | 'es', DocumentTexts> = {
  ca: {
    documents: {
      contract: {
        title: 'Contracte signat',
        category: 'Contracte',
        fileName: 'contracte-signat.pdf',
        text: 'El titular contracta el subministrament d’aquest punt amb les condicions de la tarifa que ha triat. El contracte és d’un any i es prorroga automàticament; el titular el pot deixar quan vulgui, sense penalització.',
      },
      selfConsumption: {
        title: 'Autorització d’autoconsum',
        category: 'Autoconsum',
        fileName: 'autoritzacio-autoconsum.pdf',
        text: 'El titular autoritza la comercialitzadora a demanar a la distribuïdora l’alta de l’autoconsum amb compensació simplificada d’aquest punt de subministrament.',
      },
      holderChange: {
        title: 'Justificant del canvi de titular',
        category: 'Titularitat',
        fileName: 'canvi-de-titular.pdf',
        text: 'La comercialitzadora confirma que el contracte d’aquest punt de subministrament ha passat al titular que s’indica, amb les mateixes condicions.',
      },
    },
    holder: 'Titular',
    contract: 'Contracte',
    supply: 'Punt de subministrament',
    signedBy: 'Signat per',
    signedOn: 'Data de la signatura',
    page: (number, count) => `Pàgina ${number} de ${count}`,
  },
  es: {
    documents: {
      contract: {
        title: 'Contrato firmado',
        category: 'Contrato',
        fileName: 'contrato-firmado.pdf',
        text: 'El titular contrata el suministro de este punto con las condiciones de la tarifa que ha elegido. El contrato es de un año y se prorroga automáticamente; el titular lo puede dejar cuando quiera, sin penalización.',
      },
      selfConsumption: {
        title: 'Autorización de autoconsumo',
        category: 'Autoconsumo',
        fileName: 'autorizacion-autoconsumo.pdf',
        text: 'El titular autoriza a la comercializadora a pedir a la distribuidora el alta del autoconsumo con compensación simplificada de este punto de suministro.',
      },
      holderChange: {
        title: 'Justificante del cambio de titular',
        category: 'Titularidad',
        fileName: 'cambio-de-titular.pdf',
        text: 'La comercializadora confirma que el contrato de este punto de suministro ha pasado al titular que se indica, con las mismas condiciones.',
      },
    },
    holder: 'Titular',
    contract: 'Contrato',
    supply: 'Punto de suministro',
    signedBy: 'Firmado por',
    signedOn: 'Fecha de la firma',
    page: (number, count) => `Página ${number} de ${count}`,
  },
}
