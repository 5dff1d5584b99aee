import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { signatureDocuments } from './rules.ts'

// Apart from the calls with schemas, because pages link to documents before they need to read any answer.

export const downloadSignatureDocument = call({
  method: 'GET',
  path: '/signatures/:signatureId/document/',
  versions: [1, 2],
  access: 'customer',
  query: z.strictObject({
    type: z._default(z.enum(signatureDocuments), 'original'),
    /** `inline` is shown within the page, `attachment` is kept. */
    disposition: z._default(z.enum(['inline', 'attachment']), 'attachment'),
  }),
  reply: 'file',
  refusals: { not_signed: 404 },
  summary: 'The document to sign, or once signed the sealed one with its evidence',
})
