import { parseShare, type ShareModel } from '#domains/batteries/web/parse-share.ts'
import type { SipsCession } from '#domains/changes/rules.ts'
import type { MaskedAccount } from '#domains/changes/web/changeable-contract.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { formatPhone } from '#vocabulary/format.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import { compactIdentifier } from '#vocabulary/identifier.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { PaymentMeans } from '#vocabulary/payment-means.ts'
import type { Contract } from '../api.ts'
import { type ContractStatus, contractStatusOf } from '../rules.ts'

/** A contract as the pages use it. Unknown values are null. */
export type ContractModel = {
  id: number
  name: string
  energy: Energy
  status: ContractStatus
  signedOn: string | null
  endedOn: string | null
  debtCents: Cents
  product: string
  tariff: string
  /** Contracted power per period, P1 first; empty for gas. */
  powerWatts: number[]
  pressure: string | null
  flowRate: string | null
  cups: string
  street: string
  city: string
  cadastralReference: string | null
  holder: string
  payer: { name: string; taxId: string; address: string }
  account: MaskedAccount | null
  paymentMeans: PaymentMeans
  delivery: 'email' | 'postal'
  contact: { id: number; name: string; address: string; email: string | null; phone: string | null }
  distributor: { name: string; website: string | null } | null
  distributorReference: string | null
  breakdownPhone: string | null
  shares: ShareModel[]
  /** The tariff options that can be chosen. */
  tariffOptions: string[]
  attachments: AttachmentModel[]
  /** Whether the distributor currently accepts changes. */
  isAtrAvailable: boolean
  sipsCession: SipsCession
  /** The changes that wait for a signature. */
  waitingForSignature: string[]
  /** As sent along with a change. An upstream server may return none. */
  versions: ContractVersions
}

type ContractVersions = Partial<Record<'contact' | 'delivery' | 'cadastralReference' | 'power' | 'account', string>>

export type AttachmentModel = { id: number; name: string; createdOn: string; size: string; fileName: string }

/** Converts a contract from the API format. */
export function parseContract(wire: Contract): ContractModel {
  const { notification_address: notification, fiscal_partner: payer } = wire
  return {
    id: wire.id,
    name: wire.name,
    energy: wire.type,
    status: contractStatusOf({ state: wire.state, signedOn: wire.sign_date }),
    signedOn: wire.sign_date,
    endedOn: wire.end_date ?? null,
    debtCents: Math.round(wire.amount_debt * 100),
    product: wire.pricelist.nom_comercial || wire.pricelist.name,
    tariff: wire.tariff.name,
    powerWatts: wire.contracted_power_period.map(({ power }) => Math.round(power * 1000)),
    pressure: wire.pressio,
    flowRate: wire.caudal,
    cups: wire.cups.name,
    street: wire.cups.street,
    city: wire.cups.city,
    cadastralReference: wire.ref_catastral ?? wire.cups.ref_catastral,
    holder: wire.owner_partner.name,
    payer: { name: payer.name, taxId: payer.vat, address: wire.fiscal_address.full_address },
    account: wire.bank_account && parseAccount(wire.bank_account),
    paymentMeans: wire.payment_means ?? 'direct_debit',
    delivery: wire.invoice_online,
    contact: {
      id: notification.id,
      name: notification.name,
      address: notification.full_address,
      email: notification.email,
      phone: notification.mobile,
    },
    distributor: wire.dso,
    distributorReference: wire.dso_reference,
    breakdownPhone: wire.dso_phone && formatPhone(wire.dso_phone),
    isAtrAvailable: wire.atr_available,
    sipsCession: wire.no_cession_sips.state,
    waitingForSignature: [...wire.waitingForSignature, ...(wire.no_cession_sips.waiting_for_signature ? ['sips'] : [])],
    shares: wire.bateria_virtual.map(parseShare),
    // If the server returns none, the settings decide.
    tariffOptions: wire.tariff_options ?? ['double_tariff', 'happy_hours', 'happy_day'],
    versions: {
      contact: wire.versions?.notification_address,
      delivery: wire.versions?.invoice_online,
      cadastralReference: wire.versions?.ref_catastral,
      power: wire.versions?.power,
      account: wire.versions?.bank_account,
    },
    attachments: wire.attachments.map(({ id, name, created_date, size_text, filename }) => ({
      id,
      name,
      createdOn: created_date,
      size: size_text,
      fileName: filename,
    })),
  }
}

// An upstream server may return the full number.
function parseAccount({ id, printable_iban, is_revealable }: NonNullable<Contract['bank_account']>): MaskedAccount {
  return { id, masked: maskIban(compactIdentifier(printable_iban)), isRevealable: is_revealable ?? false }
}
