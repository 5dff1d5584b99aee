import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ContractDuty } from './shown-duty.ts'

const OwnCompensation = z.object({
  id: z.string(),
  /** In euros: what is on the bill, or at least what will be. */
  amount: z.number(),
  is_billed: z.boolean(),
  invoice_number: z.nullable(z.string()),
  /** The norm that sets it. */
  source: z.string(),
})
export type OwnCompensation = z.output<typeof OwnCompensation>

export const listOwnCompensations = call({
  method: 'GET',
  path: '/me/compensations/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({ contract: z.string().check(z.maxLength(40)) }),
  reply: z.object({ items: z.array(OwnCompensation) }),
  summary: 'Lists what a customer is paid for missed terms of a contract, newest first',
})

export const listOwnDuties = call({
  method: 'GET',
  path: '/me/duties/',
  versions: [2],
  access: 'customer',
  query: z.strictObject({ contract: z.string().check(z.maxLength(40)) }),
  reply: z.object({ items: z.array(ContractDuty) }),
  summary: 'Lists what must follow by when of a contract: its readings, its end, and what was asked for about it',
})
