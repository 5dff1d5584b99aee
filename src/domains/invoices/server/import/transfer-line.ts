import * as z from 'zod'
import { isBic, parseIban } from '#vocabulary/iban.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { mostOfBeneficiary, mostOfConcept } from '#vocabulary/transfer-code.ts'

/** How one invoice is paid by transfer; what is left out is as the settings have it. docs/integration.md explains it. */
export const TransferLine = z.strictObject({
  iban: z
    .string()
    .transform((text, context) => {
      const iban = parseIban(text)
      if (iban !== null) return iban
      context.issues.push({ code: 'custom', message: because('not_iban').name, input: text })
      return z.NEVER
    })
    .nullable()
    .default(null),
  bic: z.stringFormat('BIC', isBic).nullable().default(null),
  beneficiary: z.string().trim().min(1).max(mostOfBeneficiary).nullable().default(null),
  concept: z.string().trim().min(1).max(mostOfConcept).nullable().default(null),
})
