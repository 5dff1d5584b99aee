import { expect, test } from 'vitest'
import { choosePreloads } from './choose-preloads.ts'

const linkTo = (routeId: string, address = routeId) => ({ routeId, address })
const described = (chosen: ReturnType<typeof choosePreloads>) =>
  chosen.map(({ address, withData }) => (withData ? `${address} with data` : address))

test('of several pages of a kind, only the first two are loaded', () => {
  const links = ['/contracts/1', '/contracts/2', '/contracts/3'].map((address) => linkTo('/contracts/$name', address))
  expect(described(choosePreloads(links))).toEqual(['/contracts/1 with data', '/contracts/2 with data'])
})

test('the data of three pages is loaded, and the scripts of three more', () => {
  const links = Array.from({ length: 12 }, (_, index) => linkTo(`/${index}`))
  expect(described(choosePreloads(links))).toEqual([
    ...['/0 with data', '/1 with data', '/2 with data'],
    ...['/3', '/4', '/5'],
  ])
})

test('an address that occurs again is not loaded again', () => {
  expect(described(choosePreloads([linkTo('/invoices'), linkTo('/invoices')]))).toEqual(['/invoices with data'])
})

test('what was loaded before on the same page counts', () => {
  const loaded = choosePreloads(Array.from({ length: 4 }, (_, index) => linkTo(`/${index}`)))
  const links = [linkTo('/0'), linkTo('/4'), linkTo('/5'), linkTo('/6')]
  expect(described(choosePreloads(links, loaded))).toEqual(['/4', '/5'])
})
