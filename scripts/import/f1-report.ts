import { type F1Report, f1Reasons } from '#domains/integration/server/f1/import-f1.ts'

/** What became of a file of invoices of distributors, in lines for people. */
export function describeF1(file: string, { invoices, readings, refusals }: F1Report): string {
  return [
    `${file}: ${invoices} invoices, ${readings} readings created or changed, ${refusals.length} invoices refused.`,
    ...refusals.map(({ place, number, code }) => `  Invoice ${number ?? place}: ${f1Reasons[code]}.`),
  ].join('\n')
}
