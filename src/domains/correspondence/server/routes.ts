import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Energy } from '#domains/contracts/rules.ts'
import { townsOf } from '#domains/geo/server/town-store.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Serve } from '#kit/server/serve.ts'
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
import { deliveryProblem, placeProblems } from '../rules.ts'
import {
  type Asking,
  changeAddress,
  changeContactOf,
  changeDeliveryOf,
  isContactField,
} from './change-correspondence.ts'
import { addressOf } from './new-address.ts'
import { addressesOf, findAddress, findReached, type ReachedContract, type StoredAddress } from './store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; settings: Pick<LiveSettings, 'now'>; clock: () => Date }

/** How the retailer reaches the customer about a contract. */
export function correspondenceRoutes({ serve, db, settings, clock }: Needs) {
  serve(listAddresses, async ({ actor }) => ({ items: await addressesOf(db, actor) }))

  const find = ({ actor, params, query }: Sought) =>
    findReached(db, { customerIds: actor.customerIds, name: params.contractName, energy: query?.type })
  const ofAddress = { find, permit: permitting(() => settings.now().features.notificacionAddressChange) }
  const asking = (actor: CustomerActor, request: { id: string }, seen: string | undefined): Asking => ({
    seen,
    userId: actor.userId,
    requestId: request.id,
    now: clock(),
  })

  serve(addNotificationAddress, {
    ...ofAddress,
    async act({ actor, body: { version, ...body }, subject, request }, refuse) {
      const towns = await townsOf(db, body.dp)
      const problems = Object.entries(placeProblems(body, towns))
      if (problems.length > 0)
        throw refuse('invalid', { fields: Object.fromEntries(problems.map(([field, code]) => [field, [code]])) })
      const city = towns.find(({ ine }) => ine === body.ine)?.city ?? body.poblacio
      const address = addressOf(body, { city, locale: actor.locale })
      return readdressed(await changeAddress(db, subject, address, asking(actor, request, version)))
    },
  })

  serve(chooseNotificationAddress, {
    ...ofAddress,
    async act({ actor, body: { addressId, version }, subject, request }, refuse) {
      const address = await findAddress(db, { customerIds: actor.customerIds, addressId })
      const problem = address ? deliveryProblem(subject.delivery, address) : 'invalid_value'
      if (!address || problem) throw refuse('invalid', { fields: { addressId: [problem!] } })
      // Whoever looks after several holders may let one have an address of another: it gets one of its own.
      const { address_id: _, ...copied } = address
      const next = address.customer_id === subject.customerId ? address : copied
      return readdressed(await changeAddress(db, subject, next, asking(actor, request, version)))
    },
  })

  for (const definition of [addContact, changeContact])
    serve(definition, {
      ...ofAddress,
      find: async ({ actor, params }) => (isContactField(params.field) ? find({ actor, params }) : undefined),
      async act({ actor, params, body, subject, request }, refuse) {
        const field = params.field as 'email' | 'phone'
        const other = field === 'email' ? 'phone' : 'email'
        const typed = body[field]
        if (typed === undefined) throw refuse('invalid', { fields: { [field]: ['required'] } })
        if (body[other] !== undefined) throw refuse('invalid', { fields: { [other]: ['unknown_field'] } })
        const value = field === 'phone' ? parsePhone(typed)! : typed
        await changeContactOf(db, subject, { field, value }, asking(actor, request, body.version))
        return { [field]: value }
      },
    })

  serve(changeDelivery, {
    find,
    permit: permitting(() => settings.now().features.modifyInvoiceOnline),
    async act({ actor, body: { invoice_online, type, version }, subject, request }, refuse) {
      if (type !== undefined && type !== subject.energy)
        throw refuse('invalid', { fields: { type: ['invalid_value'] } })
      const problem = deliveryProblem(invoice_online, subject.address)
      if (problem) throw refuse('invalid', { fields: { invoice_online: [problem] } })
      await changeDeliveryOf(db, subject, invoice_online, asking(actor, request, version))
      return { invoice_online }
    },
  })
}

type Sought = { actor: CustomerActor; params: { contractName: string }; query?: { type?: Energy } | undefined }

type RefuseChange = (code: 'change_not_offered' | 'contract_not_active') => Error

/** Lets an active contract be changed, where the retailer offers that. */
function permitting(isOffered: () => boolean) {
  return ({ state }: ReachedContract, refuse: RefuseChange) => {
    if (!isOffered()) throw refuse('change_not_offered')
    if (state !== 'activa') throw refuse('contract_not_active')
  }
}

function readdressed(stored: StoredAddress) {
  const { address_id, name, full_address, email, phone } = stored
  const address: Address = { id: address_id, name, full_address, email, mobile: phone }
  return { address_id, address, errors: null }
}
