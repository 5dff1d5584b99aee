import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { ActedBy, ActOutcome, ApprovalKind } from '#desks/approvals/server/approval-kind.ts'
import { changeSettingWithin, StaleSetting } from '#domains/operator/server/change-setting.ts'
import { type LiveSettings, settingVersion, storedSettings } from '#domains/operator/server/live-settings.ts'
import { SettingError, settingAt, settingsFromStored } from '#domains/operator/settings/by-path.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { subjectOfSetting } from '../rules.ts'

const SettingPayload = z.strictObject({ path: z.string(), value: z.unknown(), version: z.int() })
type SettingPayload = { path: string; value: unknown; version: number }

/** What a change of a setting depends on: its value, and how many times it has been changed. */
type SettingBasis = { value: unknown; version: number }

type SettingProblem = 'invalid' | 'setting_changed'
type SettingApproval = ApprovalKind<SettingPayload, SettingBasis, { version: number }, SettingProblem>

/** A change of a setting, which another operator approves where it is of money. */
export function settingApproval(settings: Pick<LiveSettings, 'refresh'>): SettingApproval {
  return {
    name: 'setting',
    payload: SettingPayload as z.ZodMiniType<SettingPayload>,
    subjectOf: ({ path }) => subjectOfSetting(path),
    detail: ({ path, value }, basis) => ({
      ...{ kind: 'setting' as const, path, value_kind: catalogue.get(path)?.kindName ?? 'line' },
      ...{ before: basis.value, after: value },
    }),
    async readState(db, { path }) {
      const { settings } = settingsFromStored(await storedSettings(db))
      return { value: settingAt(settings, path), version: await settingVersion(db, path) }
    },
    carryOut: change,
    mayActAlone: async (_, { path }) => catalogue.get(path)?.fourEyes === false,
    async afterwards({ version }) {
      await settings.refresh()
      return { version: version + 1 }
    },
  }
}

async function change(
  trx: Transaction<DB>,
  { path, value, version }: SettingPayload,
  { userId, requestId, now }: ActedBy,
): Promise<ActOutcome<{ version: number }, SettingProblem>> {
  try {
    await changeSettingWithin(trx, { path, value, version, now, by: { actorUserId: userId, requestId } })
    return { done: { version: version + 1 } }
  } catch (error) {
    if (error instanceof StaleSetting) return { refused: 'setting_changed' }
    if (!(error instanceof SettingError)) throw error
    const code = error.breaks ?? `not_${catalogue.get(path)!.kindName}`
    return { refused: 'invalid', details: { fields: { value: [code] } } }
  }
}
