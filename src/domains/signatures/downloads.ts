import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { signatureDocuments } from './rules.ts'

// Separate from the calls with schemas, because pages link to documents before they read any reply.

export const downloadSignatureDocument = call({
  method: 'GET',
  path: '/signatures/:signatureId/document/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  query: z.strictObject({
    type: z._default(z.enum(signatureDocuments), 'original'),
    /** `inline` is shown within the page, `attachment` is downloaded. */
    disposition: z._default(z.enum(['inline', 'attachment']), 'attachment'),
  }),
  reply: 'file',
  refusals: { not_signed: 404, no_summary: 404, no_annex: 404 },
  summary: 'Returns the document to sign, or once signed the PDF with its evidence',
})
