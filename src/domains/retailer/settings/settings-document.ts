import { describeSettings, type SettingRow } from './describe-settings.ts'
import { describeAcceptedValues, describeGroup, describePurpose } from './english-descriptions.ts'
import type { Audience } from './setting.ts'

const introduction = `# Settings

Every setting, feature flag and option of the portal. \`scripts/settings-docs.ts\` generates this page from the schema in
\`src/domains/retailer/settings.ts\` and its texts in \`settings/texts\`; a test fails when it is out of date.

- Read a setting or a group: \`npm run portal -- settings get invoices.itemsPerPage\`.
- Change a setting, with its value as JSON: \`npm run portal -- settings set invoices.itemsPerPage 25\`. It takes effect within 5 seconds.
- **Seen by**: *everybody* is sent to every visitor by \`GET /ov_customize/ov_settings\`, *customers* after sign-in by
  \`GET /ov_customize/ov_private_settings\`, *nobody* never leaves the server.
- **Changed by** is the role that an operator needs to see and change the setting; an administrator may change all of them. A change that is *approved by
  another* takes effect once a second operator has approved it: docs/running/approvals.md.
- **If not loaded** is the value when settings cannot be loaded, where it differs from the default: it offers less, never more.
`

const audienceNames: Record<Audience, string> = { public: 'everybody', private: 'customers', server: 'nobody' }

/** Renders the whole of docs/settings.md. */
export function renderSettingsDocument(): string {
  const chapters = Map.groupBy(describeSettings(), ({ path }) => (path.includes('.') ? path.split('.')[0]! : ''))
  return [introduction, ...[...chapters].map(([name, rows]) => renderChapter(name, rows))].join('\n')
}

function renderChapter(name: string, rows: SettingRow[]): string {
  const heading = name ? `## ${name}\n\n${describeGroup(name)}` : '## Settings that stand alone'
  const head =
    '| Setting | Default | If not loaded | Accepts | Seen by | Changed by | What it does |\n| --- | --- | --- | --- | --- | --- | --- |'
  return `${heading}\n\n${head}\n${rows.map(renderTableRow).join('\n')}\n`
}

function renderTableRow(row: SettingRow): string {
  const { path, defaultValue, fallbackValue, audience, role, fourEyes } = row
  const byDefault = formatJson(defaultValue)
  const ifNotLoaded = formatJson(fallbackValue)
  const cells = [
    `\`${path}\``,
    byDefault,
    ifNotLoaded === byDefault ? '' : ifNotLoaded,
    describeAcceptedValues(row),
    audienceNames[audience],
    fourEyes ? `${role}, approved by another` : role,
    describePurpose(path),
  ]
  return `| ${cells.join(' | ')} |`
}

function formatJson(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}
