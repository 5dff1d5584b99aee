import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listOpenChanges, mostOpenChanges } from '../open-api.ts'
import { openStates } from '../rules.ts'

/** What is under way in all contracts of somebody. */
export function openChangeRoutes({ serve, db }: { serve: Serve; db: Database }) {
  serve(listOpenChanges, async ({ actor: { customerIds } }) => {
    const { rows } = await sql<{ open: string }>`
      with open as (
        select change_request_id, kind, change_request.state, requested_at, name, energy, supply_street
        from change_request join contract using (customer_id, contract_id)
        where customer_id = any(${customerIds}) and change_request.state = any(${openStates}::text[])
      )
      select json_build_object(
        'items', coalesce((
          select json_agg(json_build_object(
            'id', change_request_id,
            'kind', kind,
            'state', state,
            'requested_at', to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'contract', json_build_object('name', name, 'type', energy, 'street', supply_street)
          ) order by requested_at desc, change_request_id desc)
          from (select * from open order by requested_at desc, change_request_id desc limit ${mostOpenChanges}) newest
        ), '[]'::json),
        'total', (select count(*) from open)
      )::text as open`.execute(db)
    return new JsonText(rows[0]!.open)
  })
}
