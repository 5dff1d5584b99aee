import { page } from '#kit/web/page.ts'

export const powerCalculatorPages = [
  page({
    path: '/power',
    paths: { ca: '/potencia', es: '/potencia' },
    protection: 'unprotected',
    requiredSettings: ['powerCalculator.enabled'],
    frame: 'app',
    texts: ['power-calculator', 'leads', 'uploads'],
    title: 'power-calculator.title',
    screen: 'power-calculator/power-calculator-screen',
  }),
]
