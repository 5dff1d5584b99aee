import { requestNoSipsCession } from '../api.ts'
import { obstacleTo } from '../rules.ts'
import { findContractToChange } from './contract-to-change.ts'
import { drawSipsRequest } from './documents/sips-request-document.ts'
import { requestSignedChange } from './request-signed-change.ts'
import type { ChangeRouteDeps } from './routes.ts'

export function sipsRoutes({ serve, db, files, settings, clock, documentContextFor }: ChangeRouteDeps) {
  serve(requestNoSipsCession, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    permit(contract, refuse) {
      if (!settings.now().features.noCesionSips) throw refuse('change_not_offered')
      const obstacle = obstacleTo('no_cession_sips', contract)
      if (obstacle) throw refuse(obstacle as Exclude<typeof obstacle, 'power_change_open' | 'iban_change_open'>)
    },
    async act({ actor, subject: contract, body, request }, refuse) {
      const now = clock()
      const result = await requestSignedChange(
        { db, files },
        {
          kind: 'no_cession_sips',
          contract,
          details: body,
          document: await drawSipsRequest({ contract, requested: null, now }, documentContextFor(actor.locale)),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in result) throw refuse('no_cession_sips_open')
      return { waiting_for_signature: true, signature: result }
    },
  })
}
