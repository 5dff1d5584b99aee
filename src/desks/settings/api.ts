import * as z from 'zod/mini'
import { approvalRefusals, orApproval, WaitingApproval } from '#desks/approvals/requested.ts'
import type { Kind, Unit } from '#domains/operator/settings/kinds.ts'
import { call } from '#kit/call.ts'

/** Of which kind the value of a setting is. */
export const SettingKind = z.literal([
  ...['on_off', 'whole_number', 'rate', 'one_of', 'list_of', 'line', 'sepa_suffix', 'iban', 'bic', 'phone_number'],
  ...['mail_address', 'web_address', 'colour', 'instant', 'secret', 'claim_name'],
] as Kind[])

const ListedSetting = z.object({
  path: z.string(),
  group: z.string(),
  audience: z.literal(['public', 'private', 'server']),
  kind: SettingKind,
  /** What there is to choose from; of a name, those that are taken; of a colour and an instant, an example. */
  values: z.array(z.union([z.string(), z.number()])),
  /** The least and the most that a number may be, that a text may have of characters, and a list of members. */
  limits: z.nullable(z.tuple([z.number(), z.number()])),
  /** What the figures of a whole number count. */
  unit: z.nullable(
    z.literal(['bytes', 'characters', 'contracts', 'days', 'euros', 'files', 'hours', 'invoices', 'minutes'] as Unit[]),
  ),
  /** Null where it is a secret. */
  value: z.unknown(),
  default: z.unknown(),
  /** Whether it is a secret, so that it is replaced without being read. */
  hidden: z.boolean(),
  /** Whether it has a value of its own, in place of the default. */
  changed: z.boolean(),
  /** How many times it has been changed. */
  version: z.number(),
  /** Whether a change of it is approved by another operator, and one that waits for that. */
  four_eyes: z.boolean(),
  waiting_approval: z.nullable(WaitingApproval),
})
export type ListedSetting = z.output<typeof ListedSetting>

export const listSettings = call({
  method: 'GET',
  path: '/operator/settings',
  versions: [1],
  access: 'operator',
  roles: ['content', 'money'],
  reply: z.object({ items: z.array(ListedSetting) }),
  summary: 'Every setting with its value, what it accepts, and what it is by default',
})

export const saveSetting = call({
  method: 'POST',
  path: '/operator/settings/:path',
  versions: [1],
  access: 'operator',
  roles: ['content', 'money'],
  // Its value may be a secret, which no kept answer may hold.
  carriesSecrets: true,
  freshAuthentication: true,
  body: z.strictObject({ value: z.unknown(), version: z.int().check(z.minimum(0)) }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, setting_changed: 409 },
  summary:
    'Changes a setting, checked as its kind wants it, or asks another operator to approve it; every server follows within 5 seconds',
})
