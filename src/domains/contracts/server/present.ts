import { type RawBuilder, sql } from 'kysely'
import { batteryLinksJson } from '#domains/batteries/server/present.ts'
import { accountVersion, cadastralVersion, powerVersion } from '#domains/changes/server/contract-versions.ts'
import { deliveryVersion, notificationVersion } from '#domains/correspondence/server/versions.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { zoneOfProvince } from '#vocabulary/tariff-periods.ts'

const provinceCodes = Array.from({ length: 52 }, (_, index) => String(index + 1).padStart(2, '0'))
const nonPeninsularProvinces = provinceCodes.filter((code) => zoneOfProvince(code) !== 'peninsula')

/** The address of a supply point in one line, from a table or alias that has its street and its city. */
export const fullAddress: RawBuilder<string> = sql`contract.supply_street || ' - ' || contract.supply_city`

type PageOptions = {
  /** Whose contracts the page has. */
  customerIds: readonly number[]
  decimalPoint: string
}

/**
 * Returns the JSON of a contract in the API, as an SQL expression over `page`, a contract row, and what it refers to.
 */
export function contractJson({ customerIds, decimalPoint }: PageOptions): RawBuilder<unknown> {
  const accountId = accountIdOf(customerIds)
  return sql`json_build_object(
    'id', page.contract_id,
    'name', page.name,
    'type', page.energy,
    'state', page.state,
    'sign_date', page.signed_on,
    'start_date', page.starts_on,
    'end_date', page.ends_on,
    'amount_debt', ${debtCents(customerIds)} * 0.01,
    'is_peninsula', supply_point.province_code <> all(${nonPeninsularProvinces}::text[]),
    'atr_available', page.atr_available,
    'tariff', json_build_object('name', page.tariff),
    'pricelist', json_build_object('name', product.name, 'nom_comercial', product.commercial_name),
    'cups', ${supplyJson},
    'contracted_power_period', ${powersJson},
    'waitingForSignature', page.waiting_for_signature,
    'owner_partner', json_build_object('name', customer.name),
    'fiscal_partner', json_build_object('name', page.payer_name, 'vat', page.payer_tax_id),
    'fiscal_address', json_build_object('full_address', page.payer_address),
    'bank_account', case when page.iban is not null then
      json_build_object('id', ${accountId}, 'printable_iban', ${maskedIban}, 'is_revealable', ${accountId} > 0) end,
    'payment_means', page.payment_means,
    'ref_catastral', supply_point.cadastral_reference,
    'invoice_online', page.invoice_delivery,
    'notification_address', ${notificationJson},
    'no_cession_sips', json_build_object(
      'state', page.no_sips_cession,
      'waiting_for_signature', 'sips' = any(page.waiting_for_signature)
    ),
    'dso', case when distributor.distributor_id is not null then
      json_build_object('name', distributor.name, 'website', distributor.website) end,
    'dso_reference', page.distributor_reference,
    'dso_phone', distributor.breakdown_phone,
    'pressio', page.pressure,
    'caudal', page.flow_rate,
    'bateria_virtual', ${batteryLinksJson(customerIds)},
    'tariff_options', array(
      select distinct tariff_option.kind from tariff_option where tariff_option.product_id = page.product_id
    ),
    'attachments', ${attachmentsJson({ customerIds, decimalPoint })},
    'versions', ${versionsJson(customerIds)}
  )`
}

/** The JSON of the data required to choose a contract, over its row. */
export const contractInfoJson: RawBuilder<unknown> = sql`json_build_object(
  'id', contract.contract_id,
  'name', contract.name,
  'state', contract.state,
  'cups', json_build_object('full_address', ${fullAddress})
)`

function debtCents(customerIds: readonly number[]) {
  return sql`(
    select coalesce(sum(invoice.amount_pending_cents), 0) from ${visibleInvoices} invoice
    where ${isOneOf('invoice.customer_id', customerIds)} and invoice.customer_id = page.customer_id
      and invoice.contract_id = page.contract_id and invoice.paid_status = 'unpaid'
  )`
}

const powersJson = sql`coalesce((
  select json_agg(json_build_object('period', 'P' || place, 'power', watts * 0.001) order by place)
  from unnest(page.power_watts) with ordinality as powers (watts, place)
), '[]'::json)`

/** 0 for the account of a draft, which becomes the holder's own only once they sign. */
function accountIdOf(customerIds: readonly number[]) {
  return sql`coalesce((
    select bank_account_id from bank_account
    where ${isOneOf('bank_account.customer_id', customerIds)} and bank_account.customer_id = page.customer_id
      and bank_account.iban = page.iban
  ), 0)`
}

// Same as `maskedIban` of the vocabulary.
const maskedIban = sql`left(page.iban, 4) || ' •••• ' || right(page.iban, 4)`

/** Returns the JSON of the documents stored with a contract, over its keys in `page`. */
export function attachmentsJson({ customerIds, decimalPoint }: PageOptions) {
  return sql`coalesce((
    select json_agg(json_build_object(
      'id', attachment.attachment_id,
      'name', attachment.name,
      'created_date', attachment.created_on,
      'size_text', case when size_bytes < 1000000
        then greatest(round(size_bytes / 1000.0), 1) || ' kB'
        else replace(round(size_bytes / 1000000.0, 1)::text, '.', ${decimalPoint}) || ' MB' end,
      'filename', attachment.file_name,
      'category_name', attachment.category_name
    ) order by attachment.created_on desc, attachment.attachment_id desc)
    from attachment
    where ${isOneOf('attachment.customer_id', customerIds)} and attachment.customer_id = page.customer_id
      and attachment.contract_id = page.contract_id
  ), '[]'::json)`
}

const supplyJson = sql`json_build_object(
      'name', page.cups,
      'full_address', page.supply_street || ' - ' || page.supply_city,
      'street', page.supply_street,
      'city', page.supply_city,
      'ref_catastral', supply_point.cadastral_reference
)`

const notificationJson = sql`json_build_object(
      'id', address.address_id,
      'name', address.name,
      'full_address', address.full_address,
      'email', address.email,
      'mobile', address.phone
)`

/** The versions of what customers change, so that a change meets the state it was made for. */
function versionsJson(customerIds: readonly number[]) {
  return sql`json_build_object(
      'notification_address', ${notificationVersion},
      'invoice_online', ${deliveryVersion('page')},
      'ref_catastral', ${cadastralVersion},
      'power', ${powerVersion('page')},
      'bank_account', ${accountVersion('page', customerIds)}
  )`
}
