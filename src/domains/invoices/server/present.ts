import { type RawBuilder, sql } from 'kysely'
import { nextPartSql } from '#domains/collections/server/next-part.ts'
import { visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { selectSignedEnergy } from './signed-energy.ts'

/** Whether there is an account for transfers, and whether invoices may bring their own. */
export type TransferOptions = { hasAccount: boolean; accountPerInvoice: boolean }

/**
 * Returns the JSON of an invoice as an SQL expression over the rows of `page`, with euros and kilowatt hours as numbers
 * with exact decimals.
 */
export function invoiceJson({
  customerIds,
  paymentEnabled,
  transfers,
  stateLabels,
}: {
  /** Whose invoices the page has. */
  customerIds: readonly number[]
  paymentEnabled: boolean
  transfers: TransferOptions
  stateLabels: Record<string, string>
}): RawBuilder<unknown> {
  return sql`json_build_object(
    'id', page.invoice_id,
    'invoice_id', page.invoice_id,
    'number', page.number,
    'date', page.issued_on,
    'start_date', page.starts_on,
    'end_date', page.ends_on,
    'due_date', page.due_on,
    'amount_total', page.amount_total_cents * 0.01,
    'amount_pending', page.amount_pending_cents * 0.01,
    'amount_to_pay', page.amount_pending_cents * 0.01,
    'next_part', (
      select json_build_object('amount', part_cents * 0.01, 'due_date', part_due_on)
      from (${nextPartSql('page', customerIds)}) next_part
    ),
    'energy_consumed', ${selectSignedEnergy('page')} * 0.001,
    'paid_status', page.paid_status,
    'rectificative_type', page.rectificative_type,
    'contract', json_build_object('name', page.contract_name),
    'cups', json_build_object('name', page.cups, 'full_address', page.supply_street || ' - ' || page.supply_city),
    'pending_state_history', coalesce((
      select json_agg(json_build_object(
        'change_date', changed_on,
        'pending_state', json_build_object('ov_description', coalesce(${JSON.stringify(stateLabels)}::jsonb ->> pending_state, pending_state))
      ) order by changed_on)
      from invoice_pending_state history
      where ${isOneOf('history.customer_id', customerIds)}
        and history.customer_id = page.customer_id and history.invoice_id = page.invoice_id
    ), '[]'::json),
    'online_payment', ${onlinePaymentJson('invoice', sql`${paymentEnabled}::boolean and ${isPaidSeparately}`)},
    'transfer_enabled', ${hasTransfer(transfers)} and ${isOwed} and ${isPaidSeparately},
    'documents', ${documentsJson(customerIds)},
    'multipoint_invoice', (
      select json_build_object('number', joint.number, 'date', joint.issued_on) from ${visibleMultipointInvoices} joint
      where ${isOneOf('joint.customer_id', customerIds)}
        and joint.customer_id = page.customer_id and joint.multipoint_invoice_id = page.multipoint_invoice_id
    )
  )`
}

/** Returns the JSON of a multipoint invoice as an SQL expression. */
export function multipointInvoiceJson({
  paymentEnabled,
  transfers,
}: {
  paymentEnabled: boolean
  transfers: TransferOptions
}): RawBuilder<unknown> {
  return sql`json_build_object(
    'id', page.invoice_id,
    'number', page.number,
    'date', page.issued_on,
    'start_date', page.starts_on,
    'end_date', page.ends_on,
    'due_date', page.due_on,
    'address_invoice_id', page.invoicing_address,
    'amount_total', page.amount_total_cents * 0.01,
    'amount_pending', page.amount_pending_cents * 0.01,
    'amount_to_pay', page.amount_pending_cents * 0.01,
    'paid_status', page.paid_status,
    'online_payment', ${onlinePaymentJson('multipoint_invoice', sql`${paymentEnabled}::boolean`)},
    'transfer_enabled', ${hasTransfer(transfers)} and ${isOwed},
    'documents', json_build_array('pdf', 'signed_pdf', 'curve_csv')
  )`
}

// The same conditions as in isPayable of payments/rules.ts; payable.test.ts compares them row by row.
function onlinePaymentJson(itemKind: string, mayBePaid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('payment_enabled', ${mayBePaid} and ${isOwed}, 'rel_object_type', ${itemKind}::text)`
}
const isOwed = sql`page.paid_status in ('unpaid', 'pending_transfer') and page.amount_pending_cents > 0`
const isPaidSeparately = sql`page.rectificative_type not in ('A', 'B') and page.multipoint_invoice_id is null`

function hasTransfer({ hasAccount, accountPerInvoice }: TransferOptions): RawBuilder<unknown> {
  return sql`(${hasAccount}::boolean or (${accountPerInvoice}::boolean and page.transfer ->> 'iban' is not null))`
}

function documentsJson(customerIds: readonly number[]) {
  return sql`to_json(
    case when page.energy = 'electricity' then array['pdf', 'signed_pdf', 'curve_csv'] else array['pdf', 'signed_pdf'] end
    || coalesce((
      select array_agg(document_type) from invoice_document stored
      where ${isOneOf('stored.customer_id', customerIds)} and stored.customer_id = page.customer_id
        and stored.invoice_id = page.invoice_id and document_type <> 'pdf'
    ), '{}'))`
}
