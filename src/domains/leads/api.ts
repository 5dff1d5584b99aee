import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

export const readLeadConsent = call({
  method: 'GET',
  path: '/leads/consent',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ consented: z.boolean() }),
  summary: 'Returns whether the signed-in user has agreed to be contacted, so that they are not asked again',
})
