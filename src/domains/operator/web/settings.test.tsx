import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Boot } from '#kit/boot.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { defaultSettings } from '../settings/defaults.ts'
import { customerSettingsOf, useFlag, useSettings } from './settings.ts'

function Told() {
  const { organization } = useSettings()
  return (
    <p>
      {organization.name} {useFlag('crm.case') ? 'with' : 'without'} cases
    </p>
  )
}

describe('what came with the page', () => {
  test('is told to the screens: settings and flags', async () => {
    await renderAt('/', <Told />, { boot: { settings: defaultSettings, flags: { 'crm.case': true } } })
    expect(screen.getByText('Demo Energia with cases')).toBeDefined()
  })

  test('a flag that did not come is off', async () => {
    await renderAt('/', <Told />, { boot: { settings: defaultSettings, flags: {} } })
    expect(screen.getByText('Demo Energia without cases')).toBeDefined()
  })

  test('has the settings of customers only for those who are signed in', () => {
    const signedIn = { name: 'Anna', email: 'anna@example.test', readonly: false, mustChangePassword: false }
    const boot = { settings: defaultSettings, signedIn } as unknown as Boot
    expect(customerSettingsOf(boot).invoices.itemsPerPage).toBe(100)
    expect(() => customerSettingsOf({ ...boot, signedIn: null })).toThrow('after the log-in')
  })
})
