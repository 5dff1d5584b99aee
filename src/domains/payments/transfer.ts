import type { Cents } from '#vocabulary/money.ts'

/** The retailer's settings for transfers. An empty account disables transfers. */
export type TransferSettings = {
  account: string
  bic: string
  /** Empty to use the name of the retailer. */
  beneficiary: string
  concept: 'invoice' | 'invoice_and_contract'
  /** Whether an account imported with an invoice replaces the one above. */
  accountPerInvoice: boolean
}

/** The transfer data of one invoice as imported from another system; null where not provided. */
export type ImportedTransfer = {
  iban: string | null
  bic: string | null
  beneficiary: string | null
  concept: string | null
}

/** The account to which an invoice is paid, with the concept that identifies the payment. */
export type TransferDetails = {
  iban: string
  /** Empty if unknown. */
  bic: string
  beneficiary: string
  concept: string
  amountCents: Cents
}

type TransferItem = {
  number: string
  contractName: string | null
  /** What is to be paid now. */
  amountCents: Cents
  isPayable: boolean
  transfer: ImportedTransfer | null
}

/**
 * Returns how an item is paid by transfer; null if it is not paid by itself, or there is no account for it. Account,
 * bank and beneficiary come from the same source, because mixing sources would not be consistent. The concept of the
 * invoice always takes precedence.
 */
export function buildTransferDetails(
  { number, contractName, amountCents, isPayable, transfer }: TransferItem,
  settings: TransferSettings,
  retailerName: string,
): TransferDetails | null {
  const imported = settings.accountPerInvoice && transfer?.iban ? { ...transfer, iban: transfer.iban } : null
  const iban = imported?.iban ?? settings.account
  if (!isPayable || !iban) return null
  const defaultConcept = settings.concept === 'invoice' || !contractName ? number : `${number} ${contractName}`
  return {
    iban,
    bic: (imported ? imported.bic : settings.bic) ?? '',
    beneficiary: (imported ? imported.beneficiary : settings.beneficiary) || retailerName,
    concept: transfer?.concept ?? defaultConcept,
    amountCents,
  }
}
