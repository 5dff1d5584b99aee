import type { Cents } from '#vocabulary/money.ts'

/** What the retailer has set of payments by transfer; an empty account means that there are none. */
export type TransferSettings = {
  account: string
  bic: string
  /** Empty for the name of the retailer. */
  beneficiary: string
  concept: 'invoice' | 'invoice_and_contract'
  /** Whether an account that came with an invoice is used in place of the one above. */
  accountPerInvoice: boolean
}

/** What another system of the retailer has said of one invoice; null of what it has not. */
export type ImportedTransfer = {
  iban: string | null
  bic: string | null
  beneficiary: string | null
  concept: string | null
}

/** Where to send the money for an invoice, and with which words, so that it is found again. */
export type TransferDetails = {
  iban: string
  /** Empty where it is not known. */
  bic: string
  beneficiary: string
  concept: string
  amountCents: Cents
}

type TransferItem = {
  number: string
  contractName: string | null
  amountPendingCents: Cents
  isPayable: boolean
  transfer: ImportedTransfer | null
}

/**
 * How an item is paid by transfer; null where it is not to be paid by itself, or there is no account for it. Account, bank and
 * beneficiary come from one place, since those of two would not fit together; the concept of the invoice always counts.
 */
export function transferDetails(
  { number, contractName, amountPendingCents, isPayable, transfer }: TransferItem,
  settings: TransferSettings,
  retailerName: string,
): TransferDetails | null {
  const own = settings.accountPerInvoice && transfer?.iban ? { ...transfer, iban: transfer.iban } : null
  const iban = own?.iban ?? settings.account
  if (!isPayable || !iban) return null
  const ofRule = settings.concept === 'invoice' || !contractName ? number : `${number} ${contractName}`
  return {
    iban,
    bic: (own ? own.bic : settings.bic) ?? '',
    beneficiary: (own ? own.beneficiary : settings.beneficiary) || retailerName,
    concept: transfer?.concept ?? ofRule,
    amountCents: amountPendingCents,
  }
}
