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

The environment variables that the programs read at startup. An invalid variable is reported by name and aborts startup. Each variable
has a variant with the suffix \`_FILE\` that names a file to read the value from, for secrets mounted into containers.
What may change at run time is a setting: [settings.md](settings.md).

\`npm run configuration-docs\` generates this page from the schema; a test fails when it is out of date.
`

const otherVariables = `## Read by dependencies

| variable | what it does |
|---|---|
| \`OTEL_EXPORTER_OTLP_ENDPOINT\` and other \`OTEL_*\` | Destination of traces (OpenTelemetry, OTLP over HTTP); without it no tracing code is loaded. |
| \`NODE_ENV\` | \`production\` serves the built portal; any other value builds on the fly. \`npm run server\`, \`npm run worker\` and the image set it. |
| \`NODE_EXTRA_CA_CERTS\` | A file with additional trusted certificates, such as those of an internal database or SMTP server. |
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
