import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { formatPhone } from '#vocabulary/format.ts'
import { readLead, saveLeadDraft, sendElectricityStep } from '../../api.ts'
import texts from '../../texts/es.json'
import { anImage, cups, draftUpTo, heading, press, renderWizard } from '../contracting-testing.tsx'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const { conflict } = words

const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }
const installation = {
  ...{ step: 1, cups: { name: cups }, residence_type: 'habitual', cnae: 986, active_contract: false, address },
  accept_morosity_verification: true,
}
const person = {
  step: 2,
  owner: { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra' },
  owner_address: { different_address: false, mobile: '699111222', email: 'anna@example.test' },
  commsLanguage: 'es',
  nif_faceup: [{ id: anImage.id }],
}
/** The state that another device has left on the server. */
const makeServerLead = (steps: object = {}, typed: object = {}) => ({
  ...{ lead_id: 41, kind: 'electricity' as const, state: 'open' as const, steps_done: 2, gas_lead_id: null },
  ...{ signature: null, version: 'theirs', typed },
  files: [{ id: anImage.id, name: anImage.name, size_bytes: anImage.sizeBytes }],
  steps: { 2: person, ...steps },
})

const started = () => draftUpTo('electricity', 'person', { leads: { main: 41, gas: null }, version: 'mine' })

/** Renders the holder step while another device was faster: a step is accepted only with the current version. */
async function showConflict(stored = makeServerLead()) {
  const versions: (string | undefined)[] = []
  const shown = await renderWizard('person', {
    draft: started(),
    answers: [
      mockCall(readLead, () => stored as never),
      mockCall(sendElectricityStep, ({ body: { version } }) => {
        versions.push(version)
        if (version === 'mine') throw new Refused('changed_meanwhile', 409, { extra: { current: stored } })
        return { lead_id: 41, status: 'OK' as const, version: `${version}+` }
      }),
    ],
  })
  await press(words.next.person)
  return { ...shown, versions }
}

describe('a draft changed by another device', () => {
  test('is shown beside the local input, and never overwritten unseen', async () => {
    const { versions } = await showConflict()
    const conflictRegion = await screen.findByRole('region', { name: conflict.title })
    expect(document.activeElement?.textContent).toBe(conflict.title)
    expect(within(conflictRegion).getByText(words.fields.mobile)).toBeTruthy()
    expect(
      within(conflictRegion).getByText(conflict.there.replace('{value}', formatPhone('+34699111222'))),
    ).toBeTruthy()
    expect(within(conflictRegion).getByText(conflict.here.replace('{value}', formatPhone('+34612345678')))).toBeTruthy()
    expect(within(conflictRegion).queryByText(words.fields.name)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(words.fields.mobile).value).toBe('612345678')
    await press(words.next.person)
    expect(await screen.findByRole('region', { name: conflict.title })).toBeTruthy()
    expect(new Set(versions)).toEqual(new Set(['mine']))
  })

  test('continues with the local input, which then overwrites it', async () => {
    const { versions } = await showConflict()
    await screen.findByRole('region', { name: conflict.title })
    await press(conflict.keepMine)
    expect(screen.queryByRole('region', { name: conflict.title })).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>(words.fields.mobile).value).toBe('612345678')
    await press(words.next.person)
    await heading(words.headings.contract)
    expect(versions).toContain('theirs')
    expect(versions.at(-1)).toMatch(/^theirs\+/)
  })

  test('continues as the other device left it', async () => {
    await showConflict(makeServerLead({ 1: installation }))
    await screen.findByRole('region', { name: conflict.title })
    await press(conflict.takeTheirs)
    await heading(words.headings.contract)
    await press(words.previous)
    expect((await screen.findByLabelText<HTMLInputElement>(words.fields.mobile)).value).toBe('699111222')
  })

  test('is not reported where this device itself sent it and lost the reply', async () => {
    const own = { ...person, owner_address: { ...person.owner_address, mobile: '612345678' } }
    const { versions } = await showConflict(makeServerLead({ 2: own }))
    await heading(words.headings.contract)
    expect(screen.queryByRole('region', { name: conflict.title })).toBeNull()
    expect(versions).toContain('theirs')
  })

  test('is reported during input, once a link to it was mailed', async () => {
    const saveSpy = vi.fn()
    await renderWizard('person', {
      draft: { ...started(), isLinked: true },
      answers: [
        mockCall(readLead, () => makeServerLead() as never),
        mockCall(saveLeadDraft, ({ body }) => {
          saveSpy(body?.version)
          throw new Refused('changed_meanwhile', 409, { extra: { current: makeServerLead() } })
        }),
      ],
    })
    await userEvent.type(await screen.findByLabelText(words.fields.surname1), 'n')
    expect(await screen.findByRole('region', { name: conflict.title })).toBeTruthy()
    expect(saveSpy).toHaveBeenCalledWith('mine')
  })
})
