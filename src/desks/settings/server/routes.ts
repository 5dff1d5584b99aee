import { type ApprovalDeps, submitAct } from '#desks/approvals/server/submit-act.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { isUnusedAddress } from '#domains/operator/server/unused-address.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { isAllowed, requireRole } from '#kit/operator-role.ts'
import { brandContrasts } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listSettings, saveSetting } from '../api.ts'
import { isReadable } from '../rules.ts'
import { listedSettings } from './listed-settings.ts'
import { settingApproval } from './setting-approval.ts'

type Needs = ApprovalDeps & {
  serve: Serve
  settings: Pick<LiveSettings, 'now' | 'refresh'>
  /** Whether addresses may lead into private networks. */
  allowsPrivate: boolean
}

/** The desk where the portal is set. */
export function settingsDeskRoutes({ serve, settings, allowsPrivate, ...rest }: Needs) {
  const deps = { ...rest, settings }
  const { db, clock } = deps
  serve(listSettings, async ({ actor }) => ({
    items: (await listedSettings(db, clock())).filter(({ path }) =>
      isAllowed(actor.roles, [catalogue.get(path)!.role]),
    ),
  }))

  /** What stands now, for whoever saw something else; secrets are not told. */
  async function standing(path: string) {
    return (await listedSettings(db, clock())).find((setting) => setting.path === path)
  }

  serve(saveSetting, {
    async find({ actor, params }) {
      const setting = catalogue.get(params.path)
      if (setting) requireRole(actor, [setting.role])
      return setting
    },
    act: async ({ actor, subject: { path, kindName }, body: { value, version }, request }, refuse) => {
      const unfit = (code: string) => refuse('invalid', { fields: { value: [code] } })
      if (kindName === 'colour' && !canBeRead(value)) throw unfit('brand_unreadable')
      if (isUnusedAddress(path, value, { allowsPrivate })) throw unfit('address_private')
      const outcome = await submitAct(deps, settingApproval(settings), {
        payload: { path, value, version },
        ...{ actor, request },
      })
      if ('done' in outcome) return outcome.done
      if (outcome.refused !== 'setting_changed') throw refuse(outcome.refused, outcome.details)
      throw refuse('setting_changed', { extra: { current: await standing(path) } })
    },
  })
}

// What is no colour at all is refused as such.
function canBeRead(value: unknown): boolean {
  return typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value) || isReadable(brandContrasts(value))
}
