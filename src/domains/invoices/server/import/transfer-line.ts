import * as z from 'zod'
import { isBic, parseIban } from '#vocabulary/iban.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { maxBeneficiaryLength, maxConceptLength } from '#vocabulary/transfer-code.ts'

/**
 * How one invoice is paid by transfer. Members that are left out default to the settings. Described in
 * docs/integration.md.
 */
export const TransferLine = z.strictObject({
  iban: z
    .string()
    .transform((text, context) => {
      const iban = parseIban(text)
      if (iban !== null) return iban
      context.issues.push({ code: 'custom', message: rejectionReason('not_iban').name, input: text })
      return z.NEVER
    })
    .nullable()
    .default(null),
  bic: z.stringFormat('BIC', isBic).nullable().default(null),
  beneficiary: z.string().trim().min(1).max(maxBeneficiaryLength).nullable().default(null),
  concept: z.string().trim().min(1).max(maxConceptLength).nullable().default(null),
})
