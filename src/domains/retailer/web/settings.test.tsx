import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Boot } from '#kit/boot.ts'
import { renderAt } from '#kit/web/portal-testing.tsx'
import { defaultSettings } from '../settings/defaults.ts'
import { customerSettingsOf, useFlag, useSettings } from './settings.ts'

function SettingsProbe() {
  const { organization } = useSettings()
  return (
    <p>
      {organization.name} {useFlag('crm.case') ? 'with' : 'without'} cases
    </p>
  )
}

describe('the data that came with the page', () => {
  test('provides the screens with settings and flags', async () => {
    await renderAt('/', <SettingsProbe />, { boot: { settings: defaultSettings, flags: { 'crm.case': true } } })
    expect(screen.getByText('Demo Energia with cases')).toBeDefined()
  })

  test('treats a missing flag as off', async () => {
    await renderAt('/', <SettingsProbe />, { boot: { settings: defaultSettings, flags: {} } })
    expect(screen.getByText('Demo Energia without cases')).toBeDefined()
  })

  test('has the settings for customers only when signed in', () => {
    const signedIn = { name: 'Anna', email: 'anna@example.test', readonly: false, mustChangePassword: false }
    const boot = { settings: defaultSettings, signedIn } as unknown as Boot
    expect(customerSettingsOf(boot).invoices.itemsPerPage).toBe(100)
    expect(() => customerSettingsOf({ ...boot, signedIn: null })).toThrow('only after sign-in')
  })
})
