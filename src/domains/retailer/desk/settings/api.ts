import * as z from 'zod/mini'
import { approvalRefusals, PendingApproval, withApprovalReply } from '#domains/approvals/approval-reply.ts'
import { call } from '#kit/call.ts'
import { type SettingValueKind, settingUnits } from '../../settings/value-kinds.ts'

/** The kind of a setting's value. */
export const SettingKind = z.literal([
  ...[
    'on_off',
    'whole_number',
    'rate',
    'one_of',
    'list_of',
    'line',
    'sepa_suffix',
    'market_code',
    'iban',
    'bic',
    'phone_number',
  ],
  ...['mail_address', 'web_address', 'colour', 'instant', 'secret', 'claim_name'],
] as SettingValueKind[])

const ListedSetting = z.object({
  path: z.string(),
  group: z.string(),
  audience: z.literal(['public', 'private', 'server']),
  kind: SettingKind,
  /** The allowed values; for a name, those already taken; for a colour or an instant, an example. */
  values: z.array(z.union([z.string(), z.number()])),
  /** The minimum and maximum: of a number, of a text's length in characters, or of a list's member count. */
  limits: z.nullable(z.tuple([z.number(), z.number()])),
  /** The unit of a whole number. */
  unit: z.nullable(z.enum(settingUnits)),
  /** Null for a secret. */
  value: z.unknown(),
  default: z.unknown(),
  /** Whether it is a secret, which can be replaced but not read. */
  hidden: z.boolean(),
  /** Whether it has its own value instead of the default. */
  changed: z.boolean(),
  /** The number of changes made. */
  version: z.number(),
  /** Whether changes need approval by another operator, and the open approval request. */
  four_eyes: z.boolean(),
  waiting_approval: z.nullable(PendingApproval),
})
export type ListedSetting = z.output<typeof ListedSetting>

export const listSettings = call({
  method: 'GET',
  path: '/operator/settings',
  versions: [1],
  access: 'operator',
  roles: ['content', 'money'],
  reply: z.object({ items: z.array(ListedSetting) }),
  summary: 'Lists every setting with its value, accepted values and default',
})

export const saveSetting = call({
  method: 'POST',
  path: '/operator/settings/:path',
  versions: [1],
  access: 'operator',
  roles: ['content', 'money'],
  // The value may be a secret, which a stored reply must not contain.
  hasSecrets: true,
  freshAuthentication: true,
  body: z.strictObject({ value: z.unknown(), version: z.int().check(z.minimum(0)) }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, setting_changed: 409 },
  summary:
    'Changes a setting after validation, or asks another operator to approve the change; every server applies it within 5 seconds',
})
