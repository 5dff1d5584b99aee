import { changePercentage, chooseDiscounts, moveShare } from '#domains/batteries/api.ts'
import { changeAccount, changeAccountOfGas, changePower } from '#domains/changes/api.ts'
import { changeCadastralReference } from '#domains/changes/cadastral-api.ts'
import { chooseConsumptionAlerts, listConsumptionAlerts } from '#domains/consumption-alerts/api.ts'
import { readLead, saveLeadDraft, sendElectricityStep, sendGasStep } from '#domains/contracting/api.ts'
import { type Contract, listContracts } from '#domains/contracts/api.ts'
import {
  addContact,
  addNotificationAddress,
  changeContact,
  changeDelivery,
  chooseNotificationAddress,
} from '#domains/correspondence/api.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { changePreferences, readPreferences } from '#domains/messages/api.ts'
import { optionalTopics } from '#domains/messages/rules.ts'
import { listNewsletters, setActiveNewsletters } from '#domains/newsletter/api.ts'
import { changeOwnDetails, readOwnDetails, requestOwnEmail } from '#domains/profile/details-api.ts'
import { readSecurity, renamePasskey } from '#domains/session/second-factor-api.ts'
import {
  chooseDoubleTariff,
  chooseHappyDay,
  chooseHappyHours,
  listDoubleTariffs,
  readDoubleTariff,
  readHappyDay,
  readHappyHours,
} from '#domains/tariff-options/api.ts'
import { type CreatedContract, insertAddress, insertBattery, insertBatteryLink, insertContract } from './builders.ts'
import type { Edit } from './edit.ts'
import type { OneOfEverything } from './one-of-everything.ts'
import type { TestPortal, TestVisitor } from './test-portal.ts'

/** Creates every versioned edit of customers, on Anna's data. */
export async function createCustomerEdits(portal: TestPortal, anna: OneOfEverything): Promise<Edit[]> {
  await importTowns(portal.context.db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  return [
    ...(await createContactEdits(portal, anna)),
    ...(await createWalletEdits(portal, anna)),
    ...(await createContractEdits(portal, anna)),
    ...(await createTariffEdits(portal, anna)),
    await createAlertEdit(portal, anna),
    ...(await createPersonalEdits(portal, anna)),
    ...(await createDraftEdits(portal, anna)),
  ]
}

type VersionedPart = keyof NonNullable<Contract['versions']>

const readContract = async (visitor: TestVisitor, { name }: CreatedContract) => {
  const filter = JSON.stringify([['name', '=', name]])
  return (await visitor.send(listContracts, { query: { filter } })).items[0]!
}

/** Reads a part of a contract with its version. */
const readPartOf = (contract: CreatedContract, part: VersionedPart) => async (visitor: TestVisitor) => {
  const { versions, ...read } = await readContract(visitor, contract)
  const value = { power: read.contracted_power_period, bank_account: read.bank_account?.printable_iban }
  return { version: versions?.[part], value: { ...read, ...value }[part] }
}

async function createContactEdits({ context: { db } }: TestPortal, { customerId }: OneOfEverything): Promise<Edit[]> {
  const made = async () => {
    const address = { email: 'old@example.test', phone: '+34600000001', name: `Holder ${Math.random()}` }
    return insertContract(db, {
      customerId,
      notification_address_id: await insertAddress(db, { customerId, ...address }),
    })
  }
  const [first, second, third, fourth, fifth] = [await made(), await made(), await made(), await made(), await made()]
  const addresses: number[] = []
  for (const number of [1, 2, 3, 4])
    addresses.push(
      await insertAddress(db, { customerId, full_address: `Plaça Major, ${number}`, email: 'a@example.test' }),
    )
  const gurb = { name: 'Anna', dp: '08500', ine: '08298', state: '08', poblacio: 'VIC', tv: 'CL', nv: 'de Gurb' }
  const new_ = (value: number) => ({ ...gurb, pnp: `${value + 1}`, mobile: '600 000 101', email: 'new@example.com' })
  const at = ({ name: contractName }: CreatedContract) => ({ contractName })
  return [
    {
      call: changeContact,
      read: readPartOf(first, 'notification_address'),
      sent: (value, version) => ({
        params: { ...at(first), field: 'phone' },
        body: { phone: `60000010${value}`, version },
      }),
    },
    {
      call: addContact,
      read: readPartOf(second, 'notification_address'),
      sent: (value, version) => ({
        params: { ...at(second), field: 'email' },
        body: { email: `new${value}@example.test`, version },
      }),
    },
    {
      call: addNotificationAddress,
      read: readPartOf(third, 'notification_address'),
      sent: (value, version) => ({ params: at(third), body: { ...new_(value), version } }),
    },
    {
      call: chooseNotificationAddress,
      read: readPartOf(fourth, 'notification_address'),
      sent: (value, version) => ({ params: at(fourth), body: { addressId: addresses[value], version } }),
    },
    {
      call: changeDelivery,
      read: readPartOf(fifth, 'invoice_online'),
      isEitherOr: true,
      sent: (value, version) => ({
        params: at(fifth),
        body: { invoice_online: value % 2 ? 'email' : 'postal', version },
      }),
    },
  ]
}

async function createAlertEdit({ context: { db } }: TestPortal, { customerId }: OneOfEverything): Promise<Edit> {
  const { contractId } = await insertContract(db, { customerId })
  const choice = { budget: null, nothing_used: null, over_power: false }
  return {
    call: chooseConsumptionAlerts,
    async read(visitor) {
      const { items } = await visitor.send(listConsumptionAlerts, { query: { contract: String(contractId) } })
      return { version: items[0]!.version, value: items[0]!.standby }
    },
    sent: (value, version) => ({
      params: { id: String(contractId) },
      body: { ...choice, standby: 100 + value, version },
    }),
  }
}

async function createWalletEdits({ context: { db } }: TestPortal, { customerId }: OneOfEverything): Promise<Edit[]> {
  const shared = async () => {
    const contract = await insertContract(db, { customerId })
    const batteryId = await insertBattery(db, { customerId })
    await insertBatteryLink(db, { contract, battery_id: batteryId })
    return { contract, batteryId, at: { contractName: contract.name, bateriaId: String(batteryId) } }
  }
  const [first, second, third] = [await shared(), await shared(), await shared()]
  const others = [await insertBattery(db, { customerId }), await insertBattery(db, { customerId })]
  const shareOf =
    ({ contract, batteryId }: typeof first) =>
    async (visitor: TestVisitor) => {
      const { bateria_virtual } = await readContract(visitor, contract)
      return bateria_virtual.find(({ bateria, data_final }) => bateria.id === batteryId && data_final === null) ?? {}
    }
  return [
    {
      call: changePercentage,
      read: shareOf(first),
      sent: (value, version) => ({ params: first.at, body: { pes_percentatge: 20 + value, version } }),
    },
    {
      call: chooseDiscounts,
      read: shareOf(second),
      isEitherOr: true,
      sent: (value, version) => ({
        params: second.at,
        body: { valor_descomptes: value % 2 ? 'aplicar' : 'guardar', version },
      }),
    },
    {
      call: moveShare,
      read: shareOf(third),
      isLast: true,
      // A move based on an outdated percentage is refused; after a move nothing is left to move.
      meanwhile: (value) =>
        db
          .updateTable('battery_link')
          .set({ percentage: 30 + value })
          .where('battery_id', '=', third.batteryId)
          .execute(),
      sent: (value, version) => ({
        params: { contractName: third.contract.name, bateriaOrigenId: String(third.batteryId) },
        body: { pes_percentatge: 40 + value, bateria_desti: others[value % 2]!, version },
      }),
    },
  ]
}

const ibans = ['ES3620805295124842414659', 'ES9121000418450200051332', 'ES7921000813610123456789']

async function createContractEdits({ context: { db } }: TestPortal, { customerId }: OneOfEverything): Promise<Edit[]> {
  const iban = 'ES9430353760575941403157'
  const made = (energy: 'electricity' | 'gas') => insertContract(db, { customerId, iban, energy })
  const [first, second, third] = [await made('electricity'), await made('electricity'), await made('gas')]
  const referencedContract = await made('electricity')
  const change = ({ contractId }: CreatedContract, set: { power_watts: number[] } | { iban: string }) =>
    db.updateTable('contract').set(set).where('contract_id', '=', contractId).execute()
  const phone = { phone: '+34612345678', phone_num: '612345678', phone_pre: '+34' }
  const account = { already_registered: 'no', owner_is_bank_owner: true }
  return [
    {
      call: changePower,
      read: readPartOf(first, 'power'),
      isLast: true,
      meanwhile: (value) => change(first, { power_watts: [5000 + value, 5000 + value] }),
      sent: (value, version) => ({
        params: { contractName: first.name },
        body: { power_p1: 5500 + 100 * value, power_p2: 5500 + 100 * value, ...phone, version },
      }),
    },
    ...([changeAccount, changeAccountOfGas] as const).map((call): Edit => {
      const contract = call === changeAccount ? second : third
      return {
        call,
        read: readPartOf(contract, 'bank_account'),
        isLast: true,
        meanwhile: (value) => change(contract, { iban: ibans[value]! }),
        sent: (value, version) => ({
          params: { contractName: contract.name },
          body: { ...account, iban: ibans[value], version },
        }),
      }
    }),
    {
      call: changeCadastralReference,
      read: readPartOf(referencedContract, 'ref_catastral'),
      sent: (value, version) => ({
        params: { contractName: referencedContract.name },
        body: { ref_catastral: cadastral[value], version },
      }),
    },
  ]
}

const cadastral = ['9872023VH5797S0001WX', '9872023VH5797S', '1234512AB1234A', '7654321XY7654Z']

async function createTariffEdits(portal: TestPortal, anna: OneOfEverything): Promise<Edit[]> {
  const contractId = String(anna.values.polissa_id)
  const params = { contractId }
  const visitor = await portal.as(anna.userId)
  const { items: periods } = await visitor.send(listDoubleTariffs, { params })
  const periodAt = (index: number) => {
    const { startMonth, startYear, endMonth, endYear } = periods[index]!
    return { startMonth, startYear, endMonth, endYear }
  }
  return [
    {
      call: chooseDoubleTariff,
      read: (who) => who.send(readDoubleTariff, { params }),
      sent: (value, version) => ({ params, body: { ...periodAt(value), version } }),
    },
    {
      call: chooseHappyHours,
      read: (who) => who.send(readHappyHours, { params }),
      sent: (value, version) => ({ params, body: { startHour: value, endHour: value + 3, version } }),
    },
    {
      call: chooseHappyDay,
      read: (who) => who.send(readHappyDay, { params }),
      sent: (value, version) => ({ params, body: { value: value + 1, version } }),
    },
  ]
}

async function createPersonalEdits({ context: { db } }: TestPortal, anna: OneOfEverything): Promise<Edit[]> {
  const email = 'anna-guell@example.test'
  const texts = { names: JSON.stringify({ es: 'Ofertas' }), descriptions: JSON.stringify({ es: 'Ofertas' }) }
  const rows = [1, 2, 3, 4].map((priority) => ({ ...texts, priority }))
  const made = await db.insertInto('newsletter').values(rows).returning('newsletter_id').execute()
  const passkey = await db
    .selectFrom('passkey')
    .select('passkey_id as id')
    .where('user_id', '=', anna.userId)
    .executeTakeFirstOrThrow()
  const topics = [[optionalTopics[0]], [optionalTopics[1]], [optionalTopics[2]], [optionalTopics[0], optionalTopics[1]]]
  return [
    {
      call: changeOwnDetails,
      read: (who) => who.send(readOwnDetails, {}),
      sent: (value, version) => ({ body: { name: `Anna ${value}`, phone: '612 345 678', version } }),
    },
    {
      call: requestOwnEmail,
      // Requesting another e-mail address changes nothing until it is confirmed.
      meanwhile: async () => {
        await db
          .updateTable('user_account')
          .set({ name: `Anna ${Math.random()}` })
          .where('user_id', '=', anna.userId)
          .execute()
      },
      read: (who) => who.send(readOwnDetails, {}),
      sent: (value, version) => ({ body: { email: `anna${value}@example.test`, version } }),
    },
    {
      call: changePreferences,
      read: (who) => who.send(readPreferences, {}),
      sent: (value, version) => ({ body: { unwanted: topics[value], version } }),
    },
    {
      call: setActiveNewsletters,
      read: async (who) => {
        const list = await who.send(listNewsletters, { params: { subscriber: email } })
        return { version: list[0]!.version, subscribed: list.map(({ subscribed }) => subscribed) }
      },
      sent: (value, version) => ({
        body: { subscriptor_or_email: email, selected_newsletters: [made[value]!.newsletter_id], version },
      }),
    },
    {
      call: renamePasskey,
      read: async (who) => {
        const { passkeys } = await who.send(readSecurity, {})
        const { name, version } = passkeys.find(({ id }) => id === passkey.id)!
        return { name, version }
      },
      sent: (value, version) => ({ params: { id: String(passkey.id) }, body: { name: `Phone ${value}`, version } }),
    },
  ]
}

/** Creates drafts of new contracts, one for each call that edits them. */
async function createDraftEdits(portal: TestPortal, anna: OneOfEverything): Promise<Edit[]> {
  const visitor = await portal.as(anna.userId)
  const accounts = [...ibans, 'ES9430353760575941403157']
  const payment = (value: number) => ({
    ...{ step: 4 as const, bank: { iban: accounts[value]! } },
    owner_is_bank_owner: true,
  })
  const startDraft = async (call: typeof sendElectricityStep | typeof sendGasStep) =>
    (await visitor.send(call, { body: { FormConfirm: payment(3) } })).lead_id
  const [draftLeadId, electricity, gas] = [
    await startDraft(sendElectricityStep),
    await startDraft(sendElectricityStep),
    await startDraft(sendGasStep),
  ]
  const read = (leadId: number) => (who: TestVisitor) => who.send(readLead, { params: { leadId: String(leadId) } })
  return [
    {
      call: saveLeadDraft,
      read: read(draftLeadId),
      sent: (value, version) => ({
        params: { leadId: String(draftLeadId) },
        body: { payment: { iban: `ES9${value}`, isOwner: true }, version },
      }),
    },
    ...([sendElectricityStep, sendGasStep] as const).map((call): Edit => {
      const leadId = call === sendGasStep ? gas : electricity
      return {
        call,
        read: read(leadId),
        sent: (value, version) => ({ body: { FormConfirm: { ...payment(value), lead_id: leadId }, version } }),
      }
    }),
  ]
}
