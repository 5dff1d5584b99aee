import { Button, type ButtonProps } from '#kit/web/action/button.tsx'
import type { AllowedOperators } from '../../operator-role.ts'
import { useRoleDisabledReason } from './use-role-reason.ts'

/** A button for certain roles. For other operators it is disabled with the required role as the reason. */
export function RoleButton({ roles, ...buttonProps }: ButtonProps & { roles: AllowedOperators }) {
  return <Button {...buttonProps} disabledReason={useRoleDisabledReason(roles) ?? buttonProps.disabledReason} />
}
