import type { AllowedOperators } from '#kit/operator-role.ts'
import { Button, type ButtonProps } from '#kit/web/button.tsx'
import { useRoleReason } from './use-role-reason.ts'

/** A button of some operators; to the others it says which role it takes. */
export function RoleButton({ roles, ...button }: ButtonProps & { roles: AllowedOperators }) {
  return <Button {...button} whyNot={useRoleReason(roles) ?? button.whyNot} />
}
