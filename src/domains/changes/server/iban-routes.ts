import { claimUploads } from '#domains/uploads/server/claim-uploads.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { maskIban } from '#vocabulary/iban-display.ts'
import { buildMandateReference } from '#vocabulary/sepa.ts'
import { type AccountChoice, accountProblems } from '../account-rules.ts'
import { changeAccount, changeAccountOfGas, type IbanBody } from '../api.ts'
import { obstacleTo } from '../rules.ts'
import { findAccounts } from './contract-terms-store.ts'
import { findContractToChange } from './contract-to-change.ts'
import { drawMandate } from './documents/mandate-document.ts'
import { requestSignedChange } from './request-signed-change.ts'
import type { ChangeRouteDeps } from './routes.ts'

/** The names of the fields of the choice in the request body. */
const wireFieldNames = { bank: 'bank_id', iban: 'iban', owner: 'owner_is_bank_owner', files: 'files' } as const

export function ibanRoutes(deps: ChangeRouteDeps) {
  serveAccountChange(changeAccount, deps)
  serveAccountChange(changeAccountOfGas, deps)
}

function serveAccountChange(
  call: typeof changeAccount | typeof changeAccountOfGas,
  { serve, db, files, settings, clock, documentContextFor }: ChangeRouteDeps,
) {
  serve(call as typeof changeAccount, {
    find: ({ actor: { customerIds }, params }) => findContractToChange(db, { customerIds, name: params.contractName }),
    permit(contract, refuse) {
      if (!settings.now().ibanChange.enabled) throw refuse('change_not_offered')
      const obstacle = obstacleTo('iban', contract)
      if (obstacle) throw refuse(obstacle as 'contract_not_active' | 'iban_change_open')
    },
    async act({ actor, subject: contract, body, request }, refuse) {
      const now = clock()
      const { customerId } = contract
      const { attachmentOnIbanChange, showAddAttachmentsOnIbanChange } = settings.now().ibanChange
      const knownAccounts = await findAccounts(db, { customerIds: [customerId] })
      const sent = body.files ?? []
      const choice = accountChoiceOf(body)
      const problems = accountProblems(choice, {
        knownIds: knownAccounts.map(({ id }) => id),
        presentId: knownAccounts.find(({ iban }) => iban === contract.iban)?.id ?? null,
        presentIban: contract.iban,
        needsFiles: attachmentOnIbanChange || showAddAttachmentsOnIbanChange,
        fileCount: sent.length,
      })
      const fields = fieldErrorsFor(problems)
      if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })

      const iban =
        choice.kind === 'known' ? knownAccounts.find(({ id }) => id === choice.bankId)!.iban : parseIban(choice.iban)!
      const reference = buildMandateReference(contract.name, now)
      const requested = { iban, mandateReference: reference }
      const result = await requestSignedChange(
        { db, files },
        {
          kind: 'iban',
          contract,
          details: { iban, mandate_reference: reference },
          requireSeen: (present) =>
            requireExpectedVersion(body.version, {
              version: present.versions.account,
              printable_iban: present.iban && maskIban(present.iban),
            }),
          document: await drawMandate({ contract, requested, now }, documentContextFor(actor.locale)),
          claimFiles: (transaction) =>
            claimUploads({ db: transaction, files }, { sent, uploader: { userId: actor.userId }, now }),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in result) {
        if (result.problem === 'open') throw refuse('iban_change_open')
        throw refuse('invalid', { fields: { files: [result.problem] } })
      }
      return { waiting_for_signature: true, signature: result }
    },
  })
}

function accountChoiceOf({ already_registered, bank_id, iban, owner_is_bank_owner }: IbanBody): AccountChoice {
  return already_registered === true || already_registered === 'yes'
    ? { kind: 'known', bankId: bank_id ?? null }
    : { kind: 'new', iban: iban ?? '', isOwner: owner_is_bank_owner === true }
}

function fieldErrorsFor(problems: ReturnType<typeof accountProblems>): FieldErrors {
  const entries = Object.entries(problems) as [keyof typeof wireFieldNames, string][]
  return Object.fromEntries(entries.map(([field, problem]) => [wireFieldNames[field], [problem]]))
}
