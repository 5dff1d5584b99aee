import { describe, expect, test } from 'vitest'
import type { Locale } from '#vocabulary/locale.ts'
import { documentContextIn, invoice } from './document-testing.ts'
import type { InvoiceDocument, InvoicePayment, Rectification } from './invoice-document-model.ts'
import {
  writeConsumptionSentences,
  writePaymentSentence,
  writeReasonSentence,
  writeRectificationSentence,
} from './invoice-sentences.ts'

const paper = documentContextIn('es')

function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}

describe('the payment sentence', () => {
  test.each<[InvoicePayment, string, string]>([
    [
      { state: 'directDebit', on: '2026-11-27', accountEnding: '3157' },
      'Se cobrará el 27/11/2026 en tu cuenta acabada en 3157.',
      'the account is recognised by its end',
    ],
    [
      { state: 'transfer', until: '2026-11-27' },
      'Esperamos tu transferencia antes del 27/11/2026.',
      'a company pays itself',
    ],
    [
      { state: 'unpaid', dueOn: '2026-11-27', pendingCents: 5213 },
      'Sin pagar. El plazo acabó el 27/11/2026.',
      'nothing of it was paid',
    ],
    [
      { state: 'unpaid', dueOn: '2026-11-27', pendingCents: 2000 },
      'Pagada en parte. Faltan 20,00 €.',
      'what is left counts more than when it was due',
    ],
    [
      { state: 'inParts', isDue: true, amountCents: 2000, dueOn: '2027-01-10', remainingCents: 2500 },
      'La pagas por partes. La próxima son 20,00 €, hasta el 10/01/2027; después faltarán 25,00 €.',
      'not all of it is to be paid now',
    ],
    [
      { state: 'inParts', isDue: true, amountCents: 2000, dueOn: '2027-01-10', remainingCents: 0 },
      'La pagas por partes. La última son 20,00 €, hasta el 10/01/2027.',
      'nothing remains',
    ],
    [
      { state: 'inParts', isDue: false, amountCents: 2000, dueOn: '2027-01-10', remainingCents: 0 },
      'La pagas por partes. De esta factura ahora no tienes que pagar nada.',
      'the next part pays another invoice',
    ],
    [{ state: 'checking' }, 'Estamos comprobando tu pago. No tienes que hacer nada.', 'the money may be on its way'],
    [{ state: 'paid' }, 'Pagada. No tienes que hacer nada.', 'done'],
    [
      { state: 'refund', accountEnding: '3157' },
      'Te lo devolveremos en tu cuenta acabada en 3157.',
      'the retailer owes the money',
    ],
    [{ state: 'refunded' }, 'Devuelta. No tienes que hacer nada.', 'and has paid it'],
  ])('%o: %s (%s)', (payment, expected) => {
    expect(plain(writePaymentSentence({ ...invoice, totalCents: 5213, payment }, paper))).toBe(expected)
  })

  const termSentences: Partial<Record<Locale, [onItsLastDay: string, dayAfter: string]>> = {
    ca: ['Sense pagar. El termini s’acaba el 27/11/2026.', 'Sense pagar. El termini es va acabar el 27/11/2026.'],
    de: ['Nicht bezahlt. Sie ist am 27.11.2026 fällig.', 'Nicht bezahlt. Sie war am 27.11.2026 fällig.'],
    en: ['Not paid. It is due on 27/11/2026.', 'Not paid. It was due on 27/11/2026.'],
    es: ['Sin pagar. El plazo acaba el 27/11/2026.', 'Sin pagar. El plazo acabó el 27/11/2026.'],
    fr: ['Pas encore payée. L’échéance est le 27/11/2026.', 'Impayée. L’échéance était le 27/11/2026.'],
    gl: ['Sen pagar. O prazo remata o 27/11/2026.', 'Sen pagar. O prazo rematou o 27/11/2026.'],
  }

  test.each(Object.entries(termSentences))('says in %s whether the term is over', (locale, sentences) => {
    const unpaid: InvoicePayment = { state: 'unpaid', dueOn: '2026-11-27', pendingCents: 5213 }
    const written = ['2026-11-27', '2026-11-28'].map((today) => {
      const context = { ...documentContextIn(locale as Locale), today }
      return plain(writePaymentSentence({ ...invoice, totalCents: 5213, payment: unpaid }, context))
    })
    expect(written).toEqual(sentences)
  })
})

describe('the reason sentence', () => {
  const totalCents = 5213

  test.each<[InvoiceDocument['yearBefore'], string, string]>([
    [
      { totalCents: 6140, energyWh: 231_000 },
      'Son 9,27 € menos que hace un año. Usaste 33 kWh menos.',
      'less used, less to pay',
    ],
    [
      { totalCents: 6140, energyWh: 198_400 },
      'Son 9,27 € menos que hace un año. Usaste la misma energía.',
      'in whole kWh, as both stand in the chart',
    ],
    [
      { totalCents: 5000, energyWh: 231_000 },
      'Son 2,13 € más que hace un año. Usaste 33 kWh menos.',
      'dearer although less was used, and neither is hidden',
    ],
    [
      { totalCents: 5213, energyWh: 198_000 },
      'Es lo mismo que hace un año. Usaste la misma energía.',
      'to the cent and the Wh',
    ],
    [null, 'Usaste 198 kWh en 31 días.', 'a new contract has no year before'],
  ])('compared with %o: %s (%s)', (yearBefore, expected) => {
    expect(plain(writeReasonSentence({ ...invoice, totalCents, yearBefore }, paper))).toBe(expected)
  })
})

describe('the consumption sentences', () => {
  test.each([
    [
      { energyWh: [54_120, 48_905, 94_975], surplusWh: 71_400 },
      'Usaste 198 kWh en 31 días: 6,4 kWh al día. El 27 % fue en punta, las horas más caras. Vertiste 71 kWh a la red.',
      'a home with panels',
    ],
    [
      { energyWh: [1000, 2000, 3000, 4000, 5000, 6000], surplusWh: 0 },
      'Usaste 21 kWh en 31 días: 0,7 kWh al día.',
      'six periods have no single peak',
    ],
    [{ energyWh: [320_000], surplusWh: 0 }, 'Usaste 320 kWh en 31 días: 10,3 kWh al día.', 'gas has no periods'],
    [{ energyWh: [0, 0, 0], surplusWh: 0 }, 'Usaste 0 kWh en 31 días: 0,0 kWh al día.', 'nothing has no parts'],
  ])('%o: %s (%s)', (month, expected) => {
    const months = [{ firstDay: '2026-10-01', ...month }]
    expect(plain(writeConsumptionSentences({ ...invoice, months }, paper))).toBe(expected)
  })
})

test.each<[Rectification, string]>([
  [{ type: 'A', number: 'FE26/1' }, 'Esta factura anula la FE26/1.'],
  [{ type: 'B', number: 'FE26/1' }, 'Esta factura anula la FE26/1; otra la sustituye.'],
  [{ type: 'R', number: 'FE26/1' }, 'Esta factura corrige y sustituye la FE26/1.'],
  [{ type: 'C', number: 'FE26/1' }, 'Esta factura añade lo que faltaba en la FE26/1.'],
  [{ type: 'G', number: 'FE26/1' }, 'Esta factura regulariza la FE26/1.'],
  [{ type: 'R', number: null }, 'Esta factura rectifica otra anterior.'],
])('the sentence for the correction %o is: %s', (rectification, expected) => {
  expect(writeRectificationSentence(rectification, paper)).toBe(expected)
})
