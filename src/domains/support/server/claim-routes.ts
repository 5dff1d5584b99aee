import { listCaseTypesOffered, listSubtypesOffered, openClaim } from '../api.ts'
import { areClaimsAccepted } from '../rules.ts'
import { presentDeadline } from './answer-duty.ts'
import { parseCallRequest } from './call-back-store.ts'
import { authorOf } from './case-author.ts'
import { findSubtype, findSubtypes, findTypes } from './case-type-store.ts'
import { findCaseContract } from './find-case-contract.ts'
import { invalidFields, throwFieldError } from './invalid-fields.ts'
import { openCase } from './open-case.ts'
import type { SupportRouteDeps } from './routes.ts'

/** Registers the calls of claims about a contract. */
export function claimRoutes({ serve, db, files, settings, clock }: SupportRouteDeps) {
  const areClaimsOpen = () => areClaimsAccepted(settings.now().features)

  serve(listCaseTypesOffered, async ({ actor }, refuse) => {
    if (!areClaimsOpen()) throw refuse('contact_closed')
    const types = await findTypes(db, actor.locale, actor)
    return types.map(({ code, name }): [string, string] => [code, name])
  })

  serve(listSubtypesOffered, {
    async find({ actor, params }) {
      const subtypes = await findSubtypes(db, params.tipus, actor.locale)
      return subtypes.length > 0 ? subtypes : undefined
    },
    permit(_, refuse) {
      if (!areClaimsOpen()) throw refuse('contact_closed')
    },
    act: async ({ subject }) => subject.map(({ code, name }) => ({ name: code, desc: name })),
  })

  serve(openClaim, {
    find: ({ actor: { customerIds }, params }) => findCaseContract(db, { customerIds, name: params.contractName }),
    permit(_, refuse) {
      if (!areClaimsOpen()) throw refuse('contact_closed')
    },
    async act({ actor, body, subject: contract, request }) {
      const { contract: contractRef, tipus: typeCode, subtipus: subtypeCode, comments, attachment } = body
      if (contractRef !== contract.name && contractRef !== contract.contractId)
        throw invalidFields({ contract: ['invalid_value'] })
      const subtype = await findSubtype(db, { typeCode, subtypeCode, energy: contract.energy, locale: actor.locale })
      if (!subtype) throw invalidFields({ subtipus: ['invalid_value'] })
      const opened = await openCase(
        { db, files },
        {
          ...authorOf(actor, request, body),
          contract,
          about: { typeCode, subtypeCode },
          caseType: subtype.case_type,
          topic: subtype.topic,
          subject: subtype.name,
          words: comments,
          files: attachment ? [attachment] : [],
          reading: null,
          // Without the requests pages, authors can follow their cases only by mail.
          isFollowed: settings.now().featureFlags.crm.case,
          call: { requested: parseCallRequest(body.call_back), care: settings.now().care },
          now: clock(),
        },
      )
      const { number, caseId, deadline } = throwFieldError(opened, 'attachment')
      return { result: number, id: caseId, ...presentDeadline(deadline) }
    },
  })
}
