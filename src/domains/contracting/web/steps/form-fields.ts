/** The form's fields in order by their API paths. Problems are shown beside them and listed in this order. */
const fieldsByPath = {
  'cups.name': 'cups',
  ...addressFieldsByPath('address'),
  cnae: 'activity',
  active_contract: 'isSupplied',
  comer_origin: 'retailer',
  switch_on: 'switchDay',
  invoice: 'invoices',
  accept_morosity_verification: 'permitsSolvencyCheck',
  lead_consent: 'permitsContact',
  'owner.fisic_vat': 'taxId',
  'owner.juridic_vat': 'taxId',
  'owner.name': 'companyName',
  'owner.first_name': 'name',
  'owner.surname1': 'surname1',
  'owner.surname2': 'surname2',
  'owner.rep_vat': 'representative.taxId',
  'owner.rep_name': 'representative.name',
  'owner.rep_surname1': 'representative.surname1',
  'owner.rep_surname2': 'representative.surname2',
  change_owner: 'changesOwner',
  cif: 'companyDocument',
  nif_faceup: 'identityFront',
  nif_facedown: 'identityBack',
  'owner_address.mobile': 'mobile',
  'owner_address.email': 'email',
  commsLanguage: 'language',
  ...addressFieldsByPath('owner_address'),
  power: 'power0',
  power2: 'power1',
  power3: 'power2',
  power4: 'power3',
  power5: 'power4',
  power6: 'power5',
  selfconsCode: 'hasSelfConsumption',
  selfcons_attach: 'selfConsumptionPapers',
  'social_bonus.discount_eur': 'bonusDiscount',
  tarifaATR: 'tariff',
  promotional_code: 'promocode',
  tarifa: 'product',
  accept_dynamic: 'acceptsDynamic',
  payment_means: 'paymentMeans',
  'bank.iban': 'iban',
  owner_is_bank_owner: 'isOwner',
  accept_ov_conditions: 'acceptsConditions',
  accept_gdpr: 'acceptsPrivacy',
} as Record<string, string>

/** Town, municipality and province are one field. */
function addressFieldsByPath(prefix: 'address' | 'owner_address'): Record<string, string> {
  const at = (name: string) => [`${prefix}.${name}`, `${prefix}.${name}`]
  const town = ['ine', 'state', 'poblacio'].map((name) => [`${prefix}.${name}`, `${prefix}.poblacio`])
  return Object.fromEntries([
    ...['tv', 'nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'dp'].map(at),
    ...town,
    ...['aclarador', 'ref_catastral'].map(at),
  ])
}

/** Returns the form field beside which an API path is reported. */
export function fieldOfPath(path: string): string {
  return fieldsByPath[path] ?? path
}

const order = [...new Set(Object.values(fieldsByPath))]

/** Groups problems by form field, in form order, from problems by API path. */
export function groupByField<Problem>(problems: Readonly<Record<string, Problem>>): Record<string, Problem> {
  const named = Object.entries(problems).map(([path, message]) => [fieldOfPath(path), message] as const)
  return Object.fromEntries(named.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)))
}
