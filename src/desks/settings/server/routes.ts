import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { changeSetting, StaleSetting } from '#domains/operator/server/change-setting.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { SettingError } from '#domains/operator/settings/by-path.ts'
import { catalogue } from '#domains/operator/settings/catalogue.ts'
import { isAllowed, requireRole } from '#kit/operator-role.ts'
import { brandContrasts } from '#kit/server/pdf/brand.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listSettings, saveSetting } from '../api.ts'
import { isReadable } from '../rules.ts'
import { listedSettings } from './listed-settings.ts'

type Needs = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'refresh'>; clock: () => Date }

/** The desk where the portal is set. */
export function settingsDeskRoutes({ serve, db, settings, clock }: Needs) {
  serve(listSettings, async ({ actor }) => ({
    items: (await listedSettings(db)).filter(({ path }) => isAllowed(actor.roles, [catalogue.get(path)!.role])),
  }))

  /** What stands now, for whoever saw something else; what never leaves the server is not told. */
  async function standing(path: string) {
    return (await listedSettings(db)).find((setting) => setting.path === path)
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
      const by = { actorUserId: actor.userId, requestId: request.id }
      try {
        await changeSetting(db, { path, value, now: clock(), by, version })
      } catch (error) {
        if (error instanceof StaleSetting) throw refuse('setting_changed', { extra: { current: await standing(path) } })
        if (error instanceof SettingError) throw unfit(error.breaks ?? `not_${kindName}`)
        throw error
      }
      await settings.refresh()
      return { version: version + 1 }
    },
  })
}

// What is no colour at all is refused as such.
function canBeRead(value: unknown): boolean {
  return typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value) || isReadable(brandContrasts(value))
}
