import { randomUUID } from 'node:crypto'
import type { PersonInserter, RowOwner } from './person-inserter.ts'

/** Inserts what the person asked for: changes of their contract, cases, and a further contract. */
export async function insertRequestRows(inserter: PersonInserter, owner: RowOwner) {
  await insertContractChanges(inserter, owner)
  await insertSignature(inserter, owner)
  await insertCase(inserter, owner)
  await insertLead(inserter, owner)
  await insertCoupon(inserter, owner)
}

const ofContract = ({ customerId, contract }: RowOwner) => ({
  customer_id: customerId,
  contract_id: contract.contractId,
})

async function insertContractChanges({ add, now, note, who }: PersonInserter, owner: RowOwner) {
  const { userId } = owner
  const change = { kind: 'iban', state: 'done', requested_by_user_id: userId, requested_at: now, updated_at: now }
  const details = JSON.stringify({ iban: who.iban, phone: who.phone })
  await add('change_request', { ...ofContract(owner), ...change, details, note })
  const choice = { kind: 'happy_day', starts_on: '2024-01-01', choice: JSON.stringify({ day: 1 }), chosen_at: now }
  await add('tariff_choice', { ...ofContract(owner), ...choice, chosen_by_user_id: userId })
}

async function insertSignature({ add, now, soon, who, storeFile }: PersonInserter, owner: RowOwner) {
  await add('signature', {
    ...{ ...ofContract(owner), subject_kind: 'change', subject_id: 1, title: who.word },
    ...{ requested_by_user_id: owner.userId, locale: 'es', state: 'signed', created_at: now, expires_at: soon },
    ...{ signature_id: randomUUID(), document_key: await storeFile(), sealed_key: await storeFile() },
    ...{ summary: JSON.stringify([{ title: who.name }]), summary_key: await storeFile() },
    ...{ document_sha256: 'x', code_sent_to: who.phone, evidence: JSON.stringify({ address: who.ip, name: who.name }) },
  })
}

async function insertCase(inserter: PersonInserter, owner: RowOwner) {
  const { db, add, now, note, who } = inserter
  const { userId } = owner
  const { case_id } = await db
    .insertInto('support_case')
    .values({
      ...{ ...ofContract(owner), opened_at: now, updated_at: now, opened_by_user_id: userId, case_type: 'query' },
      ...{ state: 'accepted', locale: 'es', subject: who.word },
      contact: JSON.stringify({ name: who.name, email: who.email, phone: who.phone }),
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  const { message_id } = await db
    .insertInto('support_message')
    .values({ case_id, author: 'customer', user_id: userId, words: note, written_at: now })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  await add('compensation', {
    ...{ ...ofContract(owner), duty_id: randomUUID(), rule: 'missed_quality_term', minimum_cents: 3006 },
    ...{ percent_of_first_bill: 10, source: 'RD 1955/2000', state: 'approved', proposed_at: now },
  })
  await add('duty', {
    ...{ ...ofContract(owner), kind: 'case_answer', subject: `case:${case_id}`, facts: '{}', place: null },
    ...{
      state: 'done',
      started_at: now,
      due_on: '2026-12-21',
      due_at: now,
      ended_at: now,
      norm: '{}',
      other_norms: '[]',
    },
  })
  await add('suspension_stop', {
    ...{ ...ofContract(owner), subject: `case:${case_id}`, reason: 'complaint', started_at: now, ended_at: now },
  })
  const declaration = { customer_id: owner.customerId, supply_declaration_id: 1 }
  await add('supply_declaration', {
    ...{ ...declaration, contract_id: owner.contract.contractId, kind: 'medical_device', note, state: 'refused' },
    ...{ declared_by_user_id: userId, declared_at: now, answer: note },
  })
  await add('supply_declaration_file', { ...declaration, place: 0, upload_id: await insertUpload(inserter, userId) })
  await add('support_attachment', { case_id, message_id, place: 0, upload_id: await insertUpload(inserter, userId) })
}

async function insertLead(inserter: PersonInserter, owner: RowOwner) {
  const { db, add, now, soon, note, who } = inserter
  const { lead_id } = await db
    .insertInto('lead')
    .values({
      ...{ kind: 'electricity', visitor_hash: 'v', locale: 'es', created_at: now, updated_at: now, expires_at: soon },
      ...{ user_id: owner.userId, ...ofContract(owner), name: who.name, email: who.email, phone: who.phone },
      ...{ tax_id: who.taxId, typed: JSON.stringify({ iban: who.iban }), handling_note: note },
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  await add('lead_file', { lead_id, purpose: 'identity_front', upload_id: await insertUpload(inserter, owner.userId) })
}

async function insertUpload({ add, now, who, storeFile }: PersonInserter, userId: number): Promise<string> {
  const upload_id = randomUUID()
  const rest = { media_type: 'image/jpeg', size_bytes: 1, created_at: now, used_at: now }
  const file = { file_name: `${who.word}.jpg`, file_key: await storeFile() }
  await add('upload', { user_id: userId, upload_id, ...file, ...rest })
  return upload_id
}

async function insertCoupon({ db, add, now }: PersonInserter, { userId, customerId }: RowOwner) {
  const { campaign_id } = await db
    .insertInto('campaign')
    .values({ names: '{}', descriptions: '{}', from_day: '2024-01-01' })
    .returning('campaign_id')
    .executeTakeFirstOrThrow()
  await add('coupon', { campaign_id, code: `C${userId}`, customer_id: customerId, issued_at: now })
}
