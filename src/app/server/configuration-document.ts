import { describeEnvironment } from './environment.ts'

type VariableSchema = {
  description?: string
  type?: string
  format?: string
  enum?: string[]
  pattern?: string
  minimum?: number
  maximum?: number
}

const introduction = `# Configuration

What the programs read from their environment when they start. Whatever is wrong is told by name, and nothing starts. Each has a
variant with \`_FILE\` behind its name, which names a file to read the value from, as secrets are handed to containers.
What may change while they run is a setting: [settings.md](settings.md).

This page is written from the schema by \`npm run configuration-docs\`; a test says when it is not current.
`

const otherVariables = `## Read by what they are made of

| variable | what it does |
|---|---|
| \`OTEL_EXPORTER_OTLP_ENDPOINT\` and other \`OTEL_*\` | Where traces go (OpenTelemetry, OTLP over HTTP); nothing is loaded for them otherwise. |
| \`NODE_ENV\` | \`production\` serves what was built; anything else builds on the fly. \`npm run server\`, \`npm run worker\` and the image set it. |
| \`NODE_EXTRA_CA_CERTS\` | A file with certificates to be trusted besides, such as those of one's own database or mail server. |
`

/** Renders the page that documents the environment variables. */
export function renderConfigurationDocument(): string {
  const { schema, defaults } = describeEnvironment()
  const rows = Object.entries(schema.properties as Record<string, VariableSchema>).map(
    ([name, variable]) =>
      `| \`${name}\` | ${describeExpectedValue(name, variable)} | ${describeDefault(defaults[name])} | ${variable.description ?? ''} |`,
  )
  return [
    introduction,
    ['| variable | value | default | what it does |', '|---|---|---|---|', ...rows].join('\n'),
    '',
    otherVariables,
  ].join('\n')
}

function describeExpectedValue(
  name: string,
  { type, format, enum: options, minimum = 0, maximum = 0 }: VariableSchema,
): string {
  if (options) return options.map((word) => `\`${word}\``).join(', ')
  if (type === 'integer' || type === 'number')
    return maximum > 0 && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `${minimum} or more`
  if (format === 'uri') return 'an address'
  if (format === 'email') return 'a mail address'
  return /SECRET|PASSWORD/.test(name) ? 'a secret' : 'text'
}

function describeDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? '`on`' : '`off`'
  return value === undefined || value === '' ? '' : `\`${value}\``
}
