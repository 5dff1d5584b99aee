import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findTowns } from '#domains/geo/server/town-store.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Energy } from '#vocabulary/energies.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import {
  type Address,
  addContact,
  addNotificationAddress,
  changeContact,
  changeDelivery,
  chooseNotificationAddress,
  listAddresses,
} from '../api.ts'
import { findAddressCodeProblems, findDeliveryProblem } from '../rules.ts'
import {
  type ContractWithAddress,
  findAddress,
  findAddresses,
  findContractWithAddress,
  type StoredAddress,
} from './address-store.ts'
import {
  type CorrespondenceChangeContext,
  changeAddress,
  changeContactOfContract,
  changeDeliveryOfContract,
  isContactField,
} from './change-correspondence.ts'
import { toAddressParts } from './to-address-parts.ts'

type CorrespondenceRouteDeps = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** Registers the calls that change how the retailer reaches the customer about a contract. */
export function correspondenceRoutes({ serve, db, settings, clock }: CorrespondenceRouteDeps) {
  serve(listAddresses, async ({ actor }) => ({ items: await findAddresses(db, actor) }))

  const find = ({ actor, params, query }: ContractLookup) =>
    findContractWithAddress(db, { customerIds: actor.customerIds, name: params.contractName, energy: query?.type })
  const addressHandlers = { find, permit: permitIfOffered(() => settings.now().features.notificacionAddressChange) }
  const changeContext = (
    actor: CustomerActor,
    request: { id: string },
    seen: string | undefined,
  ): CorrespondenceChangeContext => ({
    seen,
    userId: actor.userId,
    requestId: request.id,
    now: clock(),
  })

  serve(addNotificationAddress, {
    ...addressHandlers,
    async act({ actor, body: { version, ...body }, subject, request }, refuse) {
      const towns = await findTowns(db, body.dp)
      const problems = Object.entries(findAddressCodeProblems(body, towns))
      if (problems.length > 0)
        throw refuse('invalid', { fields: Object.fromEntries(problems.map(([field, code]) => [field, [code]])) })
      const city = towns.find(({ ine }) => ine === body.ine)?.city ?? body.poblacio
      const address = toAddressParts(body, { city, locale: actor.locale })
      return presentAddressChange(await changeAddress(db, subject, address, changeContext(actor, request, version)))
    },
  })

  serve(chooseNotificationAddress, {
    ...addressHandlers,
    async act({ actor, body: { addressId, version }, subject, request }, refuse) {
      const address = await findAddress(db, { customerIds: actor.customerIds, addressId })
      const problem = address ? findDeliveryProblem(subject.delivery, address) : 'invalid_value'
      if (!address || problem) throw refuse('invalid', { fields: { addressId: [problem!] } })
      // A user who manages several holders may choose an address of another holder. It is copied to this one.
      const { address_id: _, ...addressParts } = address
      const next = address.customer_id === subject.customerId ? address : addressParts
      return presentAddressChange(await changeAddress(db, subject, next, changeContext(actor, request, version)))
    },
  })

  for (const definition of [addContact, changeContact])
    serve(definition, {
      ...addressHandlers,
      find: async ({ actor, params }) => (isContactField(params.field) ? find({ actor, params }) : undefined),
      async act({ actor, params, body, subject, request }, refuse) {
        const field = params.field as 'email' | 'phone'
        const other = field === 'email' ? 'phone' : 'email'
        const input = body[field]
        if (input === undefined) throw refuse('invalid', { fields: { [field]: ['required'] } })
        if (body[other] !== undefined) throw refuse('invalid', { fields: { [other]: ['unknown_field'] } })
        const value = field === 'phone' ? parsePhone(input)! : input
        await changeContactOfContract(db, subject, { field, value }, changeContext(actor, request, body.version))
        return { [field]: value }
      },
    })

  serve(changeDelivery, {
    find,
    permit: permitIfOffered(() => settings.now().features.modifyInvoiceOnline),
    async act({ actor, body: { invoice_online, type, version }, subject, request }, refuse) {
      if (type !== undefined && type !== subject.energy)
        throw refuse('invalid', { fields: { type: ['invalid_value'] } })
      const problem = findDeliveryProblem(invoice_online, subject.address)
      if (problem) throw refuse('invalid', { fields: { invoice_online: [problem] } })
      await changeDeliveryOfContract(db, subject, invoice_online, changeContext(actor, request, version))
      return { invoice_online }
    },
  })
}

type ContractLookup = { actor: CustomerActor; params: { contractName: string }; query?: { type?: Energy } | undefined }

type RefuseChange = (code: 'change_not_offered' | 'contract_not_active') => Error

/** Returns a `permit` check that allows changes to active contracts while the retailer offers them. */
function permitIfOffered(isOffered: () => boolean) {
  return ({ state }: ContractWithAddress, refuse: RefuseChange) => {
    if (!isOffered()) throw refuse('change_not_offered')
    if (state !== 'activa') throw refuse('contract_not_active')
  }
}

function presentAddressChange(stored: StoredAddress) {
  const { address_id, name, full_address, email, phone } = stored
  const address: Address = { id: address_id, name, full_address, email, mobile: phone }
  return { address_id, address, errors: null }
}
