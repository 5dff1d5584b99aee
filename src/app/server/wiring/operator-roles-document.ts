import { operatorRoles } from '#kit/operator-role.ts'
import { domainOfCall } from '../http/call-domains.ts'

const introduction = `# Roles of operators

The calls that each role may make. \`npm run operator-roles-docs\` generates this table from the calls; a test fails when it is out of date.
An administrator may make every call; \`every operator\` includes operators without a role. [settings.md](settings.md) lists the settings that
a role may change. Reasons: [0069](decisions/0069-operator-roles.md).
`

/** Renders docs/operator-roles.md: every call of operators with the roles that may make it. */
export function renderOperatorRolesDocument(): string {
  const rows = [...domainOfCall.keys()].flatMap((call) => {
    if (call.access !== 'operator') return []
    const { roles } = call
    const marks = operatorRoles.map((role) =>
      roles === 'everyOperator' ? 'every operator' : role === 'administrator' || roles.includes(role) ? 'yes' : '',
    )
    return [`| \`${call.method} ${call.path}\` | ${marks.join(' | ')} |`]
  })
  const head = `| call | ${operatorRoles.join(' | ')} |\n| --- | ${operatorRoles.map(() => '---').join(' | ')} |`
  return `${introduction}\n${head}\n${[...new Set(rows)].sort().join('\n')}\n`
}
