import type { Energy } from '#domains/contracts/rules.ts'
import { page } from '#kit/web/page.ts'

const preferencesPage = page({
  path: '/profile/messages',
  paths: { ca: '/perfil/missatges', es: '/perfil/mensajes' },
  protection: 'private',
  frame: 'office',
  texts: ['messages'],
  title: 'messages.preferencesTitle',
  load: async (context) => (await import('./load-messages.ts')).loadPreferences(context),
  screen: 'messages/preferences-screen',
})

type Paths = { path: `/${string}`; paths: { ca: `/${string}`; es: `/${string}` } }

const contracts: Record<Energy, Paths> = {
  electricity: {
    path: '/contracts/electricity',
    paths: { ca: '/contractes/electricitat', es: '/contratos/electricidad' },
  },
  gas: { path: '/contracts/gas', paths: { ca: '/contractes/gas', es: '/contratos/gas' } },
}

function communicationsPage(energy: Energy) {
  const { path, paths } = contracts[energy]
  return page({
    path: `${path}/$contractName/communications`,
    paths: { ca: `${paths.ca}/$contractName/comunicacions`, es: `${paths.es}/$contractName/comunicaciones` },
    protection: 'private',
    frame: 'office',
    texts: ['messages'],
    title: 'messages.communicationsTitle',
    load: async (context) => (await import('./load-messages.ts')).loadCommunications(context, energy),
    instead: path,
    screen: 'messages/communications-screen',
  })
}

export const messagePages = [preferencesPage, communicationsPage('electricity'), communicationsPage('gas')]
