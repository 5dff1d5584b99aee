/** The kinds of subjects in the audit log, which are the prefixes of the stored subjects. */
export const subjectKinds = [
  ...([
    'access_token',
    'approval',
    'bank_account',
    'battery_link',
    'campaign',
    'case',
    'client',
    'compensation',
    'contract',
    'customer',
    'debit_return',
    'debt',
    'declaration',
  ] as const),
  ...([
    'distributor',
    'duty',
    'erasure_request',
    'figure',
    'future',
    'holiday',
    'import',
    'integration_key',
    'invoice',
    'job',
    'key',
  ] as const),
  ...([
    'lead',
    'message',
    'newsletter',
    'norm',
    'passkey',
    'payment',
    'payment_report',
    'product',
    'retailer',
    'revision',
    'revision_notice',
  ] as const),
  ...(['signature', 'system', 'upload', 'user', 'webhook_endpoint'] as const),
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The page paths of subjects that have a page, without the id. */
const pages: Partial<Record<SubjectKind, string>> = {
  approval: 'approvals',
  campaign: 'campaigns',
  case: 'cases',
  customer: 'customers',
  erasure_request: 'erasures',
  figure: 'regulated',
  future: 'futures',
  job: 'jobs',
  lead: 'leads',
  payment: 'payments',
  product: 'products',
  revision: 'revisions',
  webhook_endpoint: 'webhooks',
}

/** The subject of an audit entry, with the path of its page if it has one. */
export type AuditSubject = { kind: SubjectKind; id: string; href: string | undefined }

/**
 * Parses the subject of an entry, for example `case:7`. Returns null for other formats, such as the path of a setting.
 */
export function parseSubject(subject: string): AuditSubject | null {
  const [, name, id] = /^([a-z_]+):(.+)$/.exec(subject) ?? []
  const kind = subjectKinds.find((each) => each === name)
  if (!kind || !id) return null
  const page = pages[kind]
  return { kind, id, href: page && `/operator/${page}/${encodeURIComponent(id)}` }
}
