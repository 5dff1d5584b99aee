import type { InvoiceContent } from '#domains/invoices/invoice-content.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { multiplyDecimals } from '#vocabulary/decimal.ts'
import { type Cents, decimalFromCents, sumCents } from '#vocabulary/money.ts'
import { toCanonicalXml, type XmlElement } from './xml.ts'
import { createEnvelopedSignature, type SigningKey } from './xml-signature.ts'

/** A party of an invoice. The address is the street; the town is given with its postcode. */
export type FacturaeParty = {
  taxId: string
  name: string
  street: string
  postcode: string
  city: string
  province: string
}

export type FacturaeInvoice = {
  number: string
  issuedOn: MarketDay
  firstDay: MarketDay
  lastDay: MarketDay
  dueOn: MarketDay
  totalCents: Cents
  content: InvoiceContent
  seller: FacturaeParty
  buyer: FacturaeParty
}

const namespace = ' xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"'

/**
 * Returns an invoice as the XML that companies request, in Facturae 3.2.2, signed as a whole (without the XAdES policy
 * that public bodies require in addition). `descriptionOf` names a line.
 */
export function buildFacturae(
  invoice: FacturaeInvoice,
  { key, descriptionOf }: { key: SigningKey; descriptionOf: (line: BillLine) => string },
): Buffer {
  const document = toCanonicalXml(
    ['fe:Facturae', [fileHeader(invoice), parties(invoice), invoices(invoice, descriptionOf)]],
    namespace,
  )
  const end = '</fe:Facturae>'
  return Buffer.from(document.slice(0, -end.length) + createEnvelopedSignature(document, key) + end)
}

function fileHeader({ number, totalCents }: FacturaeInvoice): XmlElement {
  const total = decimalFromCents(totalCents)
  return [
    'FileHeader',
    [
      ['SchemaVersion', '3.2.2'],
      ['Modality', 'I'],
      ['InvoiceIssuerType', 'EM'],
      [
        'Batch',
        [
          ['BatchIdentifier', number],
          ['InvoicesCount', '1'],
          amount('TotalInvoicesAmount', total),
          amount('TotalOutstandingAmount', total),
          amount('TotalExecutableAmount', total),
          ['InvoiceCurrencyCode', 'EUR'],
        ],
      ],
    ],
  ]
}

function parties({ seller, buyer }: FacturaeInvoice): XmlElement {
  return [
    'Parties',
    [
      ['SellerParty', party(seller)],
      ['BuyerParty', party(buyer)],
    ],
  ]
}

function party({ taxId, name, street, postcode, city, province }: FacturaeParty): XmlElement[] {
  return [
    [
      'TaxIdentification',
      [
        ['PersonTypeCode', 'J'],
        ['ResidenceTypeCode', 'R'],
        ['TaxIdentificationNumber', taxId],
      ],
    ],
    [
      'LegalEntity',
      [
        ['CorporateName', name],
        [
          'AddressInSpain',
          [
            ['Address', street],
            ['PostCode', postcode],
            ['Town', city],
            ['Province', province],
            ['CountryCode', 'ESP'],
          ],
        ],
      ],
    ],
  ]
}

function invoices(invoice: FacturaeInvoice, descriptionOf: (line: BillLine) => string): XmlElement {
  const { lines } = invoice.content
  const items = lines.filter(({ kind }) => kind !== 'vat')
  const vat = lines.find(({ kind }) => kind === 'vat')!
  const taxes = taxOf(vat.unitPrice, vat.quantity, decimalFromCents(vat.amountCents))
  return [
    'Invoices',
    [
      [
        'Invoice',
        [
          [
            'InvoiceHeader',
            [
              ['InvoiceNumber', invoice.number],
              ['InvoiceDocumentType', 'FC'],
              ['InvoiceClass', 'OO'],
            ],
          ],
          issueOf(invoice),
          taxes,
          totalsOf(invoice, items, vat),
          ['Items', items.map((line) => itemOf(line, descriptionOf(line), vat.unitPrice))],
          paymentOf(invoice),
        ],
      ],
    ],
  ]
}

function issueOf({ issuedOn, firstDay, lastDay }: FacturaeInvoice): XmlElement {
  return [
    'InvoiceIssueData',
    [
      ['IssueDate', issuedOn],
      [
        'InvoicingPeriod',
        [
          ['StartDate', firstDay],
          ['EndDate', lastDay],
        ],
      ],
      ['InvoiceCurrencyCode', 'EUR'],
      ['TaxCurrencyCode', 'EUR'],
      ['LanguageName', 'es'],
    ],
  ]
}

function totalsOf({ totalCents }: FacturaeInvoice, items: readonly BillLine[], vat: BillLine): XmlElement {
  const beforeTaxes = decimalFromCents(sumCents(items.map(({ amountCents }) => amountCents)))
  const total = decimalFromCents(totalCents)
  return [
    'InvoiceTotals',
    [
      ['TotalGrossAmount', beforeTaxes],
      ['TotalGrossAmountBeforeTaxes', beforeTaxes],
      ['TotalTaxOutputs', decimalFromCents(vat.amountCents)],
      ['TotalTaxesWithheld', '0.00'],
      ['InvoiceTotal', total],
      ['TotalOutstandingAmount', total],
      ['TotalExecutableAmount', total],
    ],
  ]
}

function itemOf(
  { quantity, unit, days, unitPrice, amountCents }: BillLine,
  description: string,
  vatPercent: string,
): XmlElement {
  const price = unit === 'percent' ? multiplyDecimals(unitPrice, '0.01') : unitPrice
  const cost = decimalFromCents(amountCents)
  return [
    'InvoiceLine',
    [
      ['ItemDescription', description],
      ['Quantity', days === null ? quantity : multiplyDecimals(quantity, String(days))],
      ['UnitPriceWithoutTax', price],
      ['TotalCost', cost],
      ['GrossAmount', cost],
      taxOf(vatPercent, cost, null),
    ],
  ]
}

/** VAT (01) at this percentage of a base. Lines have no tax amount, because it is rounded on the total. */
function taxOf(percent: string, base: string, tax: string | null): XmlElement {
  const parts: XmlElement[] = [['TaxTypeCode', '01'], ['TaxRate', percent], amount('TaxableBase', base)]
  return ['TaxesOutputs', [['Tax', tax === null ? parts : [...parts, amount('TaxAmount', tax)]]]]
}

function paymentOf({ dueOn, totalCents }: FacturaeInvoice): XmlElement {
  return [
    'PaymentDetails',
    [
      [
        'Installment',
        [
          ['InstallmentDueDate', dueOn],
          ['InstallmentAmount', decimalFromCents(totalCents)],
          ['PaymentMeans', '04'],
        ],
      ],
    ],
  ]
}

function amount(name: string, euros: string): XmlElement {
  return [name, [['TotalAmount', euros]]]
}
