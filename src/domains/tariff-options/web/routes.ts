import { page } from '#kit/web/page.ts'

export const tariffOptionPages = [
  page({
    path: '/contracts/electricity/$contractName/tariff',
    paths: {
      ca: '/contractes/electricitat/$contractName/tarifa',
      es: '/contratos/electricidad/$contractName/tarifa',
    },
    protection: 'private',
    frame: 'app',
    texts: ['tariff-options'],
    title: 'tariff-options.title',
    fallbackPath: '/contracts/electricity',
    screen: 'tariff-options/tariff-options-screen',
  }),
]
