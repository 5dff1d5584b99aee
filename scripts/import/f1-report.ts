import type { F1Report } from '#domains/integration/server/f1/import-f1.ts'
import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'

/** Describes the result of a file of distributors' invoices in readable lines. */
export function describeF1(file: string, { invoices, readings, refusals }: F1Report): string {
  return [
    `${file}: ${invoices} invoices, ${readings} readings created or changed, ${refusals.length} invoices refused.`,
    ...refusals.map(
      ({ position, number, code }) =>
        `  Invoice ${number ?? position}: ${reasonMessageInEnglish(fileReason('f1', code))}.`,
    ),
  ].join('\n')
}
