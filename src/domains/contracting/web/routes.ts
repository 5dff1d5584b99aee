import { page } from '#kit/web/page.ts'

const shared = {
  protection: 'unprotected',
  privateWhen: 'contractation.authenticate',
  frame: 'app',
  texts: ['contracting', 'correspondence', 'leads', 'uploads'],
  search: ['promocode', 'step', 'lead', 'failed'],
  screen: 'contracting/contracting-screen',
} as const

export const contractingPages = [
  page({
    ...shared,
    path: '/new-electricity-customer',
    paths: { ca: '/nou-client-electricitat', es: '/nuevo-cliente-electricidad' },
    requiredSettings: ['contractation.electricity.enabled'],
    title: 'contracting.wizard.title.electricity',
  }),
  page({
    ...shared,
    path: '/new-gas-customer',
    paths: { ca: '/nou-client-gas', es: '/nuevo-cliente-gas' },
    requiredSettings: ['contractation.gas.enabled'],
    title: 'contracting.wizard.title.gas',
  }),
  page({
    ...shared,
    path: '/new-dual-customer',
    paths: { ca: '/nou-client-dual', es: '/nuevo-cliente-dual' },
    requiredSettings: ['contractation.dual.enabled'],
    title: 'contracting.wizard.title.dual',
  }),
]
