import { useTranslations } from 'use-intl'
import type { Request } from '../api.ts'

/** What a request is called: the subject of a case, or which change it is, with the value that was asked for. */
export function useRequestName(): (request: Request) => string {
  const t = useTranslations('support.requests')
  return ({ kind, subject, change, value }) =>
    kind === 'case' ? (subject ?? '') : [t('changes', { kind: change ?? 'other' }), value].filter(Boolean).join(': ')
}

/** Where a request is followed: on its page, where it is signed, or at its contract. */
export function requestAddress({ kind, id, signature_id: signatureId, contract }: Request): `/${string}` | null {
  if (kind === 'case') return `/requests/${id}`
  if (signatureId) return `/signature/${signatureId}`
  return contract ? `/contracts/${contract.type}/${encodeURIComponent(contract.name)}` : null
}
