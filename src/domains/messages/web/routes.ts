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

const ofElectricity = page({
  path: '/contracts/electricity/$contractName/communications',
  paths: {
    ca: '/contractes/electricitat/$contractName/comunicacions',
    es: '/contratos/electricidad/$contractName/comunicaciones',
  },
  protection: 'private',
  frame: 'office',
  texts: ['messages'],
  title: 'messages.communicationsTitle',
  load: async (context) => (await import('./load-messages.ts')).loadCommunications(context, 'electricity'),
  instead: '/contracts/electricity',
  screen: 'messages/communications-screen',
})

const ofGas = page({
  path: '/contracts/gas/$contractName/communications',
  paths: {
    ca: '/contractes/gas/$contractName/comunicacions',
    es: '/contratos/gas/$contractName/comunicaciones',
  },
  protection: 'private',
  frame: 'office',
  texts: ['messages'],
  title: 'messages.communicationsTitle',
  load: async (context) => (await import('./load-messages.ts')).loadCommunications(context, 'gas'),
  instead: '/contracts/gas',
  screen: 'messages/communications-screen',
})

export const messagePages = [preferencesPage, ofElectricity, ofGas]
