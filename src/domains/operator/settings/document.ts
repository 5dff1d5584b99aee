import { describeSettings, type SettingRow } from './describe.ts'
import { acceptedInEnglish, groupInEnglish, purposeInEnglish } from './in-english.ts'
import type { Audience } from './setting.ts'

const introduction = `# Settings

Every setting, feature flag and option of the portal. \`scripts/settings-docs.ts\` makes this page from the schema in
\`src/domains/operator/settings.ts\` and its words in \`settings/texts\`; a test fails when it is out of date.

- Read one or a whole group: \`npm run portal -- settings get invoices.itemsPerPage\`.
- Change one, its value written as JSON: \`npm run portal -- settings set invoices.itemsPerPage 25\`. It is live within 5 seconds.
- **Seen by**: *everybody* is sent to every visitor by \`GET /ov_customize/ov_settings\`, *customers* after login by
  \`GET /ov_customize/ov_private_settings\`, *nobody* never leaves the server.
- **Changed by** is the role that an operator needs to see and change it on their desk; an administrator changes all of them. What is *approved by another*
  holds once a second operator has approved it: docs/running/approvals.md.
- **If not loaded** is the value when settings cannot be loaded, where it differs from the default: it offers less, never more.
`

const seers: Record<Audience, string> = { public: 'everybody', private: 'customers', server: 'nobody' }

/** The whole of docs/settings.md. */
export function settingsDocument(): string {
  const chapters = Map.groupBy(describeSettings(), ({ path }) => (path.includes('.') ? path.split('.')[0]! : ''))
  return [introduction, ...[...chapters].map(([name, rows]) => chapter(name, rows))].join('\n')
}

function chapter(name: string, rows: SettingRow[]): string {
  const heading = name ? `## ${name}\n\n${groupInEnglish(name)}` : '## Settings that stand alone'
  const head =
    '| Setting | Default | If not loaded | Accepts | Seen by | Changed by | What it does |\n| --- | --- | --- | --- | --- | --- | --- |'
  return `${heading}\n\n${head}\n${rows.map(tableRow).join('\n')}\n`
}

function tableRow(row: SettingRow): string {
  const { path, defaultValue, closedValue, audience, role, fourEyes } = row
  const byDefault = json(defaultValue)
  const ifNotLoaded = json(closedValue)
  const cells = [
    `\`${path}\``,
    byDefault,
    ifNotLoaded === byDefault ? '' : ifNotLoaded,
    acceptedInEnglish(row),
    seers[audience],
    fourEyes ? `${role}, approved by another` : role,
    purposeInEnglish(path),
  ]
  return `| ${cells.join(' | ')} |`
}

function json(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}
