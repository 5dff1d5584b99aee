import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import type { ActionContext, ActionOutcome, ApprovalKind } from '#domains/approvals/server/approval-kind.ts'
import { changeSettingInTransaction, StaleSettingError } from '../../../server/change-setting.ts'
import { type LiveSettings, settingVersion, storedSettings } from '../../../server/live-settings.ts'
import { SettingError, settingAt, settingsFromStored } from '../../../settings/by-path.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import type { SettingDetail } from '../approval-detail.ts'
import { settingApprovalSubject } from '../rules.ts'

const SettingPayload = z.strictObject({ path: z.string(), value: z.unknown(), version: z.int() })
type SettingPayload = { path: string; value: unknown; version: number }

/** The state that a change depends on: the value of the setting and its number of changes. */
type SettingBasis = { value: unknown; version: number }

type SettingProblem = 'invalid' | 'setting_changed'
type SettingApprovalKind = ApprovalKind<
  SettingPayload,
  SettingBasis,
  { version: number },
  SettingProblem,
  SettingDetail
>

/** The change of a setting, which needs approval by another operator if it is money-related. */
export function settingApprovalKind(settings: Pick<LiveSettings, 'refresh'>): SettingApprovalKind {
  return {
    name: 'setting',
    payload: SettingPayload as z.ZodMiniType<SettingPayload>,
    subjectOf: ({ path }) => settingApprovalSubject(path),
    detail: ({ path, value }, basis) => ({
      ...{ kind: 'setting' as const, path, value_kind: settingCatalogue.get(path)?.kindName ?? 'line' },
      ...{ before: basis.value, after: value },
    }),
    async readState(db, { path }) {
      const { settings } = settingsFromStored(await storedSettings(db))
      return { value: settingAt(settings, path), version: await settingVersion(db, path) }
    },
    execute: executeChange,
    needsNoApproval: async (_, { path }) => settingCatalogue.get(path)?.fourEyes === false,
    async afterCommit({ version }) {
      await settings.refresh()
      return { version: version + 1 }
    },
  }
}

async function executeChange(
  trx: Transaction<DB>,
  { path, value, version }: SettingPayload,
  { userId, requestId, now }: ActionContext,
): Promise<ActionOutcome<{ version: number }, SettingProblem>> {
  try {
    await changeSettingInTransaction(trx, { path, value, version, now, by: { actorUserId: userId, requestId } })
    return { done: { version: version + 1 } }
  } catch (error) {
    if (error instanceof StaleSettingError) return { refused: 'setting_changed' }
    if (!(error instanceof SettingError)) throw error
    const code = error.brokenConstraint ?? `not_${settingCatalogue.get(path)!.kindName}`
    return { refused: 'invalid', details: { fields: { value: [code] } } }
  }
}
