import type { F1Report } from '#domains/integration/server/f1/import-f1.ts'
import { reasonInEnglish, reasonOfFile } from '#domains/integration/server/reason-words.ts'

/** What became of a file of invoices of distributors, in lines for people. */
export function describeF1(file: string, { invoices, readings, refusals }: F1Report): string {
  return [
    `${file}: ${invoices} invoices, ${readings} readings created or changed, ${refusals.length} invoices refused.`,
    ...refusals.map(
      ({ place, number, code }) => `  Invoice ${number ?? place}: ${reasonInEnglish(reasonOfFile('f1', code))}.`,
    ),
  ].join('\n')
}
