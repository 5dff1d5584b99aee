/** The fields of the form in its order, by the paths of the wire: what is wrong is shown beside them and listed in this order. */
const fieldsByPath = {
  'cups.name': 'cups',
  ...place('address'),
  cnae: 'activity',
  active_contract: 'isSupplied',
  comer_origin: 'retailer',
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
  ...place('owner_address'),
  power: 'power0',
  power2: 'power1',
  power3: 'power2',
  power4: 'power3',
  power5: 'power4',
  power6: 'power5',
  selfconsCode: 'hasSelfConsumption',
  selfcons_attach: 'selfConsumptionPapers',
  tarifaATR: 'tariff',
  promotional_code: 'promocode',
  tarifa: 'product',
  'bank.iban': 'iban',
  owner_is_bank_owner: 'isOwner',
  accept_ov_conditions: 'acceptsConditions',
  accept_gdpr: 'acceptsPrivacy',
} as Record<string, string>

/** Town, municipality and province are one field. */
function place(prefix: 'address' | 'owner_address'): Record<string, string> {
  const at = (name: string) => [`${prefix}.${name}`, `${prefix}.${name}`]
  const town = ['ine', 'state', 'poblacio'].map((name) => [`${prefix}.${name}`, `${prefix}.poblacio`])
  return Object.fromEntries([
    ...['tv', 'nv', 'pnp', 'bq', 'es', 'pt', 'pu', 'dp'].map(at),
    ...town,
    ...['aclarador', 'ref_catastral'].map(at),
  ])
}

/** The field of the form that a path of the wire is told beside. */
export function fieldOfPath(path: string): string {
  return fieldsByPath[path] ?? path
}

const order = [...new Set(Object.values(fieldsByPath))]

/** What is wrong by the fields of the form, in its order, from what is wrong by the paths of the wire. */
export function byField<Problem>(problems: Readonly<Record<string, Problem>>): Record<string, Problem> {
  const named = Object.entries(problems).map(([path, told]) => [fieldOfPath(path), told] as const)
  return Object.fromEntries(named.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other)))
}
