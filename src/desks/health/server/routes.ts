import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { failureOf } from '#outside/asked.ts'
import { listHealth, probeSystem } from '../api.ts'
import { healthOf, noteHeard, type SetUp } from './health-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  setUps: readonly SetUp[]
  config: { fourEyes: boolean }
}

/** The desk where the systems of others are looked after. */
export function healthDeskRoutes({ serve, db, clock, setUps, config }: Needs) {
  serve(listHealth, async () => ({
    items: await healthOf(db, { setUps, now: clock() }),
    four_eyes: config.fourEyes,
  }))

  serve(probeSystem, {
    find: async ({ params: { system } }) => {
      const items = await healthOf(db, { setUps, now: clock() })
      return items.find((item) => item.system === system)
    },
    permit({ can_probe: canProbe }, refuse) {
      if (!canProbe) throw refuse('no_probe')
    },
    async act({ actor, subject: { system }, request }) {
      const failure = await failureIn(setUps.find((each) => each.system === system)!.probe!)
      const now = clock()
      const heard = failure
        ? { answeredAt: null, failedAt: now, failure, failingSince: now }
        : { answeredAt: now, failedAt: null, failure: null, failingSince: null }
      await noteHeard(db, { system, ...heard })
      await writeAudit(db, {
        action: 'system_probed',
        actorUserId: actor.userId,
        subject: `system:${system}`,
        after: { failure },
        requestId: request.id,
      })
      return (await healthOf(db, { setUps, now })).find((item) => item.system === system)!
    },
  })
}

async function failureIn(probe: () => Promise<void>) {
  try {
    await probe()
    return null
  } catch (error) {
    return failureOf(error)
  }
}
