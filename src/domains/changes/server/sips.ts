import { requestNoSipsCession } from '../api.ts'
import { obstacleTo } from '../rules.ts'
import { askForChange } from './ask.ts'
import { drawSipsRequest } from './documents/sips-request.ts'
import { findContractToChange } from './find-contract.ts'
import type { ChangeNeeds } from './routes.ts'

export function sipsRoutes({ serve, db, files, settings, clock, paperIn }: ChangeNeeds) {
  serve(requestNoSipsCession, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    permit(contract, refuse) {
      if (!settings.now().features.noCesionSips) throw refuse('change_not_offered')
      const obstacle = obstacleTo('no_cession_sips', contract)
      if (obstacle) throw refuse(obstacle as Exclude<typeof obstacle, 'power_change_open' | 'iban_change_open'>)
    },
    async act({ actor, subject: contract, body, request }, refuse) {
      const now = clock()
      const answer = await askForChange(
        { db, files },
        {
          kind: 'no_cession_sips',
          contract,
          details: body,
          document: await drawSipsRequest({ contract, asked: null, now }, paperIn(actor.locale)),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in answer) throw refuse('no_cession_sips_open')
      return { waiting_for_signature: true, signature: answer }
    },
  })
}
