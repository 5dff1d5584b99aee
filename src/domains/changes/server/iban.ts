import { takeFiles } from '#domains/uploads/server/take-files.ts'
import type { FieldErrors } from '#kit/refusal.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { maskedIban, parseIban } from '#vocabulary/iban.ts'
import { mandateReference } from '#vocabulary/sepa.ts'
import { type AccountChoice, accountProblems } from '../account-rules.ts'
import { changeAccount, changeAccountOfGas, type IbanBody } from '../api.ts'
import { obstacleTo } from '../rules.ts'
import { askForChange } from './ask.ts'
import { drawMandate } from './documents/mandate.ts'
import { findContractToChange } from './find-contract.ts'
import type { ChangeNeeds } from './routes.ts'
import { findAccounts } from './store.ts'

/** The fields of the choice as the body names them. */
const fieldNames = { bank: 'bank_id', iban: 'iban', owner: 'owner_is_bank_owner', files: 'files' } as const

export function ibanRoutes(needs: ChangeNeeds) {
  serveAccountChange(changeAccount, needs)
  serveAccountChange(changeAccountOfGas, needs)
}

function serveAccountChange(
  call: typeof changeAccount | typeof changeAccountOfGas,
  { serve, db, files, settings, clock, paperIn }: ChangeNeeds,
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
      const known = await findAccounts(db, { customerIds: [customerId] })
      const sent = body.files ?? []
      const choice = choiceIn(body)
      const problems = accountProblems(choice, {
        knownIds: known.map(({ id }) => id),
        presentId: known.find(({ iban }) => iban === contract.iban)?.id ?? null,
        presentIban: contract.iban,
        needsFiles: attachmentOnIbanChange || showAddAttachmentsOnIbanChange,
        fileCount: sent.length,
      })
      const fields = fieldsOf(problems)
      if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })

      const iban =
        choice.kind === 'known' ? known.find(({ id }) => id === choice.bankId)!.iban : parseIban(choice.iban)!
      const reference = mandateReference(contract.name, now)
      const asked = { iban, mandateReference: reference }
      const answer = await askForChange(
        { db, files },
        {
          kind: 'iban',
          contract,
          details: { iban, mandate_reference: reference },
          requireSeen: (present) =>
            requireSeen(body.version, {
              version: present.versions.account,
              printable_iban: present.iban && maskedIban(present.iban),
            }),
          document: await drawMandate({ contract, asked, now }, paperIn(actor.locale)),
          takeFiles: (transaction) =>
            takeFiles({ db: transaction, files }, { sent, maker: { userId: actor.userId }, now }),
        },
        { actor, requestId: request.id, now },
      )
      if ('problem' in answer) {
        if (answer.problem === 'open') throw refuse('iban_change_open')
        throw refuse('invalid', { fields: { files: [answer.problem] } })
      }
      return { waiting_for_signature: true, signature: answer }
    },
  })
}

function choiceIn({ already_registered, bank_id, iban, owner_is_bank_owner }: IbanBody): AccountChoice {
  return already_registered === true || already_registered === 'yes'
    ? { kind: 'known', bankId: bank_id ?? null }
    : { kind: 'new', iban: iban ?? '', isOwner: owner_is_bank_owner === true }
}

function fieldsOf(problems: ReturnType<typeof accountProblems>): FieldErrors {
  const found = Object.entries(problems) as [keyof typeof fieldNames, string][]
  return Object.fromEntries(found.map(([field, problem]) => [fieldNames[field], [problem]]))
}
