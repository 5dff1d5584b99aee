import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { failureKindOf } from '#outside/outbound-call.ts'
import { listHealth, probeSystem } from '../api.ts'
import { findHealth, type SystemSetup, saveObservation } from './health-store.ts'

type HealthDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  setups: readonly SystemSetup[]
  config: { fourEyes: boolean }
}

/** Registers the back-office routes for the health of the systems that the portal depends on. */
export function healthDeskRoutes({ serve, db, clock, setups, config }: HealthDeskDeps) {
  serve(listHealth, async () => ({
    items: await findHealth(db, { setups, now: clock() }),
    four_eyes: config.fourEyes,
  }))

  serve(probeSystem, {
    find: async ({ params: { system } }) => {
      const items = await findHealth(db, { setups, now: clock() })
      return items.find((item) => item.system === system)
    },
    permit({ can_probe: canProbe }, refuse) {
      if (!canProbe) throw refuse('no_probe')
    },
    async act({ actor, subject: { system }, request }) {
      const failure = await probeFailure(setups.find((each) => each.system === system)!.probe!)
      const now = clock()
      const observation = failure
        ? { answeredAt: null, failedAt: now, failure, failingSince: now }
        : { answeredAt: now, failedAt: null, failure: null, failingSince: null }
      await saveObservation(db, { system, ...observation })
      await auditAction({
        ...{ db, actor, request },
        action: 'system_probed',
        subject: `system:${system}`,
        after: { failure },
      })
      return (await findHealth(db, { setups, now })).find((item) => item.system === system)!
    },
  })
}

async function probeFailure(probe: () => Promise<void>) {
  try {
    await probe()
    return null
  } catch (error) {
    return failureKindOf(error)
  }
}
