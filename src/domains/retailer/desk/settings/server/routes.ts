import { type ApprovalDeps, submitAction } from '#domains/approvals/server/submit-action.ts'
import { isAllowed, requireRole } from '#kit/operator-role.ts'
import { computeBrandContrasts } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { LiveSettings } from '../../../server/live-settings.ts'
import { isUnusedAddress } from '../../../server/unused-address.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import { listSettings, saveSetting } from '../api.ts'
import { isContrastSufficient } from '../rules.ts'
import { findListedSettings } from './find-listed-settings.ts'
import { settingApprovalKind } from './setting-approval.ts'

type SettingsDeskDeps = ApprovalDeps & {
  serve: Serve
  settings: Pick<LiveSettings, 'now' | 'refresh'>
  /** Whether URLs may point to private networks. */
  allowsPrivate: boolean
}

/** Registers the back-office routes of the settings. */
export function settingsDeskRoutes({ serve, settings, allowsPrivate, ...rest }: SettingsDeskDeps) {
  const deps = { ...rest, settings }
  const { db, clock } = deps
  serve(listSettings, async ({ actor }) => ({
    items: (await findListedSettings(db, clock())).filter(({ path }) =>
      isAllowed(actor.roles, [settingCatalogue.get(path)!.role]),
    ),
  }))

  /** Returns the current value for an operator whose edit conflicts with it, except for secrets. */
  async function findCurrent(path: string) {
    return (await findListedSettings(db, clock())).find((setting) => setting.path === path)
  }

  serve(saveSetting, {
    async find({ actor, params }) {
      const setting = settingCatalogue.get(params.path)
      if (setting) requireRole(actor, [setting.role])
      return setting
    },
    act: async ({ actor, subject: { path, kindName }, body: { value, version }, request }, refuse) => {
      const invalidValue = (code: string) => refuse('invalid', { fields: { value: [code] } })
      if (kindName === 'colour' && !isReadableColor(value)) throw invalidValue('brand_unreadable')
      if (isUnusedAddress(path, value, { allowsPrivate })) throw invalidValue('address_private')
      const outcome = await submitAction(deps, settingApprovalKind(settings), {
        payload: { path, value, version },
        ...{ actor, request },
      })
      if ('done' in outcome) return outcome.done
      if (outcome.refused !== 'setting_changed') throw refuse(outcome.refused, outcome.details)
      throw refuse('setting_changed', { extra: { current: await findCurrent(path) } })
    },
  })
}

// Values that are not colours are refused as such elsewhere.
function isReadableColor(value: unknown): boolean {
  return (
    typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value) || isContrastSufficient(computeBrandContrasts(value))
  )
}
