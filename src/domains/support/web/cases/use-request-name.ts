import { useTranslations } from 'use-intl'
import { contractAddress } from '#vocabulary/contract-address.ts'
import type { RequestListItem } from '../../api.ts'

/**
 * Returns a function for the name of a request: the subject of a case, or the kind of a change with the requested
 * value.
 */
export function useRequestName(): (request: RequestListItem) => string {
  const t = useTranslations('support.requests')
  return ({ kind, subject, change, value }) =>
    kind === 'case' ? (subject ?? '') : [t('changes', { kind: change ?? 'other' }), value].filter(Boolean).join(': ')
}

/** Returns the address to follow a request: its page, its signature, or its contract. */
export function requestHref({ kind, id, signature_id: signatureId, contract }: RequestListItem): `/${string}` | null {
  if (kind === 'case') return `/requests/${id}`
  if (signatureId) return `/signature/${signatureId}`
  return contract ? contractAddress({ energy: contract.type, name: contract.name }) : null
}
