import { downloadRefusals } from '#domains/uploads/download-refusals.ts'
import { call } from '#kit/call.ts'

// Separate from calls with schemas, because pages link to files before they need to parse any reply.

export const downloadContractEvidence = call({
  method: 'GET',
  path: '/operator/customers/:id/contracts/:contractId/evidence.zip',
  personalData: true,
  versions: [1],
  access: 'operator',
  roles: ['care'],
  reply: 'file',
  refusals: { ...downloadRefusals, no_evidence: 404 },
  summary:
    'Downloads what is kept of a signed contract: summary, contract, annex, evidence, identification and consents, with a manifest of hashes; each download is recorded with its operator',
})
