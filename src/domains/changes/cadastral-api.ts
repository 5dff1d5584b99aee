import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { ReplyErrors } from '#kit/reply-errors.ts'
import { energies } from '#vocabulary/energies.ts'
import { cadastralProblem } from './cadastral-rules.ts'

const maxInputLength = 60

export const changeCadastralReference = call({
  method: 'PUT',
  path: '/contracts/:contractName/ref_catastral/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({
    ref_catastral: z.string().check(z.maxLength(maxInputLength), ({ value, issues }) => {
      const message = cadastralProblem(value)
      if (message) issues.push({ code: 'custom', message, input: value })
    }),
    type: z.optional(z.enum(energies)),
    version: ExpectedVersion,
  }),
  reply: z.object({ ref_catastral: z.optional(z.string()), errors: ReplyErrors }),
  refusals: { change_not_offered: 403, contract_not_active: 409, invalid: 400 },
  summary: 'Corrects the cadastral reference of the premises that a contract supplies',
})
