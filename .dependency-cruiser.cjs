// Who may import what. Every rule is an error; tests/import-rules.test.ts plants a violation of each.
/** Test support of a feature stands in its folder testing/. */
const tests = '(\\.test\\.ts$|(^|/)tests/|^services/.+/testing/)'
const own = '^services/$1/src'
/** Folders of a service's src that are no feature. Every other folder is one; its wiring file has the folder's name. */
const layers = '(http|generated|built)'
const feature = `^services/([^/]+)/src/(?!${layers}/)([^/]+)/`
const web = 'services/dashboard/web'
const texts = 'services/dashboard/texts'
const shared = '^packages/shared/src'
const generated = '^services/[^/]+/src/generated/'
const nodeModule = '^(node:)?[a-z0-9_/]+$'
const facts = `${shared}/(errors|plans|clock|daily-slot|time-zone|hosts|normal-form|real-url|redirects|failure|clicks|tremble|cursor|statistics|texts/\\w+|phrases/(words|intent|opportunity|own-pages))\\.ts$`
const hashing = '^(node:)?(crypto|zlib)$'

/** Packages, or whole scopes, at their place in node_modules. */
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`

/** Code in `from` imports values from `values` only; `types` may be imported as types besides. Tests are exempt. */
function only(name, comment, from, values, types = []) {
  const source = { path: from, pathNot: tests }
  const rule = { severity: 'error', comment, from: source }
  const value = { ...rule, name, to: { pathNot: values, dependencyTypesNot: ['type-only'] } }
  if (types.length === 0) return [{ ...value, to: { pathNot: values } }]
  return [
    value,
    { ...rule, name: `${name}-types`, to: { pathNot: [...values, ...types], dependencyTypes: ['type-only'] } },
  ]
}

function never(name, comment, from, to) {
  return { name, severity: 'error', comment, from, to }
}

const sharedRules = [
  ...only(
    'contract-imports',
    'The contract imports zod, errors and their sentences, kinds of failure, plans and the rules of hosts, time zones and normal forms.',
    `${shared}/contract/`,
    [`${shared}/(contract|texts)/`, `${shared}/(errors|plans|hosts|normal-form|failure|time-zone)\\.ts$`, npm('zod')],
  ),
  ...only(
    'derive-imports',
    'Derivations are pure functions of the contract: no I/O. They read zod schemas, so zod is theirs too.',
    `${shared}/derive/`,
    [`${shared}/(contract|derive)/`, `${shared}/(errors|plans)\\.ts$`, npm('zod')],
  ),
  never(
    'shared-service-packages',
    'How a service runs, what it tells and what it collects needs express, nats, pg, zod, logs and metrics, and no other package.',
    { path: `${shared}/(service|facts|collects|loops|spend|phrases)/`, pathNot: tests },
    { path: '(^|/)node_modules/', pathNot: npm('express', 'nats', 'pg', 'zod', 'pino', 'prom-client') },
  ),
  never(
    'only-mail-imports-nodemailer',
    'Mail leaves from one folder: its letters are escaped, and a repeat is the same bytes.',
    { pathNot: [`${shared}/mail/`, tests] },
    { path: npm('nodemailer') },
  ),
  never(
    'only-traces-imports-opentelemetry',
    'Spans are made in one folder: what they say holds no key and no customer’s text, and off they cost nothing.',
    { pathNot: [`${shared}/traces/`, tests] },
    { path: npm('@opentelemetry') },
  ),
  ...only(
    'mail-imports',
    'Letters need facts, the contract and nodemailer; their texts belong to the services.',
    `${shared}/mail/`,
    [
      `${shared}/(mail|contract|facts)/`,
      `${shared}/(seal|errors|escape-html)\\.ts$`,
      npm('nodemailer', 'zod'),
      nodeModule,
    ],
    [`${shared}/logger\\.ts$`, npm('pg')],
  ),
  never(
    'shared-imports-no-service',
    'Shared code knows no service, no provider and no runner; its test support may start the runner’s Postgres and NATS.',
    { path: '^packages/shared/', pathNot: [tests, `${shared}/testing/`] },
    { path: '^(services|packages/(local|outside|sandbox))/' },
  ),
  never(
    'shared-testing-imports-no-service',
    'Test support serves every service and knows none.',
    { path: `${shared}/testing/` },
    { path: '^services/' },
  ),
]

const outsideRules = [
  ...only(
    'outside-imports',
    'Calls to the outside need what every process has, and no service, database or broker.',
    '^packages/outside/src/(?!.*testing/)',
    [
      '^packages/outside/src/(?!.*testing/)',
      `${shared}/(errors|config|clock|logger|failure|hosts|threads/thread|traces/spans)\\.ts$`,
      npm('undici', 'zod'),
      nodeModule,
    ],
  ),
  never(
    'only-outside-imports-undici',
    'Sockets to the outside are opened in one package, where what is connected to is checked; those of loads go to this machine.',
    { pathNot: '^(packages/outside/|harness/load\\.ts$)' },
    { path: npm('undici') },
  ),
]

const clientRules = [
  ...only(
    'client-imports',
    'The client is published: it needs nothing but itself, and Node’s hashes for the signatures of webhooks.',
    '^packages/client/src/',
    ['^packages/client/src/', '^(node:)?crypto$'],
  ),
  ...only(
    'cli-imports',
    'The command line is published with the client’s sources in it: it needs no package.',
    '^packages/cli/src/',
    ['^packages/(cli|client)/src/', nodeModule],
  ),
  never(
    'cli-imports-the-client-whole',
    'The command line uses what the client exports, as any program does.',
    { path: '^packages/cli/src/', pathNot: tests },
    { path: '^packages/client/src/', pathNot: '^packages/client/src/client\\.ts$' },
  ),
]

const serviceRules = [
  never(
    'only-auth-imports-its-library',
    'The library of sessions and passwords changes often: one folder knows it.',
    { pathNot: ['^services/[^/]+/src/(|.+/)auth/', tests] },
    { path: npm('better-auth', '@better-auth') },
  ),
  never(
    'services-stay-apart',
    'A service imports shared and its own files; others are called over NATS.',
    { path: '^services/([^/]+)/', pathNot: tests },
    { path: '^services/', pathNot: '^services/$1/' },
  ),
  never(
    'foreign-prisma-client',
    'No service, and no test of one, reads another’s database.',
    { path: '^services/([^/]+)/' },
    { path: generated, pathNot: `${own}/` },
  ),
  never(
    'prisma-client-stays-home',
    'Runner, tools, tests and benchmarks may import anything but a generated client.',
    { pathNot: '^services/' },
    { path: generated },
  ),
  never(
    'only-sql-imports-the-database',
    'Statements stand in .sql.ts files, which alone import the Prisma client and pg.',
    { path: '^services/[^/]+/src/', pathNot: [tests, '\\.sql\\.ts$', '^services/[^/]+/src/generated/'] },
    { path: [generated, npm('@prisma', 'pg')] },
  ),
  never(
    'sql-imports',
    'A .sql.ts file has statements: it knows rows, rules and errors, no use case, no door and no provider.',
    { path: '^services/([^/]+)/src/.*\\.sql\\.ts$', pathNot: tests },
    {
      path: [own, `${shared}/contract/`, npm('express', 'nats')],
      pathNot: [`${own}/(|.+/)(rules|generated)/`, `${own}/.*\\.sql\\.ts$`],
      dependencyTypesNot: ['type-only'],
    },
  ),
  ...only(
    'rules-imports',
    'Rules are pure: no I/O (hashing and reading an address are none), and of the contract the types only. So is all that reads a page.',
    `^services/([^/]+)/src/(page/|(?!${layers}/)[^/]+/(|.+/)rules/)`,
    [`${own}/(page/|(|.+/)rules/)`, facts, hashing, npm('ipaddr\\.js', 'htmlparser2')],
    [`${shared}/contract/`],
  ),
  never(
    'features-have-one-door',
    'A feature is imported through the files that have its name (its statements and its rules each have one), and its variables; the rest of it is its own.',
    { path: feature, pathNot: tests },
    {
      path: `^services/$1/src/(?!${layers}/)[^/]+/`,
      pathNot: [`^services/$1/src/$2/`, `^services/$1/src/([^/]+)/(\\1(\\.sql)?|rules/\\1|config)\\.ts$`],
    },
  ),
  never(
    'features-know-no-transport',
    'A feature answers operations; what carries them is the kit’s, and http/ beside the features.',
    { path: feature, pathNot: tests },
    { path: npm('express', 'nats', 'http-proxy-middleware') },
  ),
  never(
    'services-wire-features',
    'What stands above the features puts them together by their wiring files.',
    { path: '^services/([^/]+)/src/[^/]+$', pathNot: tests },
    {
      path: `^services/$1/src/(?!${layers}/)[^/]+/`,
      pathNot: `^services/$1/src/([^/]+)/(\\1|config)\\.ts$`,
    },
  ),
  never(
    'reading-opens-nothing',
    'Texts of strangers are read by code that opens no socket: it reads what it is given.',
    { path: '^services/([^/]+)/src/(audit|crawl|ideas|page|structured-data)/', pathNot: tests },
    { path: ['^(node:)?(net|tls|dns|http|https|http2)(/|$)', npm('nats', 'express')] },
  ),
  never(
    'doors-stay-apart',
    'REST, the agent endpoint, OAuth and the browsers’ share http/common and nothing else; what they share knows none.',
    { path: '^services/([^/]+)/src/http/(rest|mcp|connect|dashboard|common)/', pathNot: tests },
    { path: `${own}/http/`, pathNot: `${own}/http/($2|common)/` },
  ),
  never(
    'pages-imports',
    'What runs in a browser takes values from itself and from npm; of the service and the contract it has the types alone.',
    { path: `^${web}/`, pathNot: tests },
    { path: ['^(services/dashboard/src|packages)/', nodeModule], dependencyTypesNot: ['type-only'] },
  ),
  ...only(
    'texts-imports',
    'Texts of pages and letters are sentences alone: they import each other, React for parts that are drawn, and types.',
    '^services/[^/]+/texts/',
    ['^services/[^/]+/texts/', npm('react', '@types/react')],
    [`${shared}/(errors|failure|mail/letter|texts/\\w+)\\.ts$`],
  ),
  never(
    'pages-stay-apart',
    'The service serves the pages as files, and knows their addresses and first calls alone.',
    { path: '^(services|packages)/', pathNot: [`^${web}/`] },
    { path: `^${web}/`, pathNot: `^${web}/(routes|first-calls)\\.ts$` },
  ),
  never(
    'styles-in-one-place',
    'How things look is said in one folder; pages put its parts together.',
    { path: `^${web}/`, pathNot: [`^${web}/kit/`, '/app/main\\.tsx$'] },
    { path: '\\.css$' },
  ),
  never(
    'kit-imports',
    'Tables, forms, charts and dialogs know nothing of the product, not even types: no service, no contract, no page.',
    { path: `^${web}/kit/` },
    {
      path: '^(services|packages)/',
      pathNot: [`^${web}/kit/`, `^${texts}/(kit|locale|plural)\\.ts$`, '^packages/shared/src/testing/runs\\.ts$'],
    },
  ),
  never(
    'api-imports',
    'What asks the service draws nothing and knows no page but its address.',
    { path: `^${web}/api/` },
    { path: `^${web}/`, pathNot: `^${web}/(api/|routes\\.ts$)` },
  ),
  never(
    'page-features-have-one-door',
    'A feature of the pages takes from another what is in its exports.ts; the rest of it is its own.',
    { path: `^${web}/features/([^/]+)/` },
    { path: `^${web}/features/`, pathNot: [`^${web}/features/$1/`, `^${web}/features/[^/]+/exports\\.ts$`] },
  ),
  never(
    'page-features-know-no-app',
    'The app puts features together: they know where a page hangs (page.ts), and nothing of what stands around it.',
    { path: `^${web}/(features|routing)/` },
    { path: `^${web}/(app/|features/[^/]+/page\\.ts$)` },
  ),
  never(
    'app-wires-page-features',
    'The app has features by their pages and their exports.',
    { path: `^${web}/app/` },
    { path: `^${web}/features/`, pathNot: `^${web}/features/[^/]+/(page|exports)\\.ts$` },
  ),
  {
    ...never(
      'page-features-make-no-circle',
      'Features that need each other are one feature, or lack a third.',
      { path: `^${web}/features/` },
      { circular: true },
    ),
    scope: 'folder',
  },
  never(
    'providers-imports',
    'An adapter imports shared, what calls to the outside have in common, its feature’s rules and variables, and its own SDK.',
    { path: '^services/([^/]+)/src/(?:|.+/)providers/', pathNot: tests },
    { path: `${own}/`, pathNot: `${own}/((|.+/)(providers|rules)/|[^/]+/config\\.ts$)` },
  ),
  never(
    'results-have-real-addresses',
    'An adapter gives a listed address to the one function of its service that unwraps it, and takes the host from there.',
    {
      path: '^services/(?!content/)[^/]+/src/(|.+/)providers/',
      pathNot: [tests, '^services/projects/src/(|.+/)providers/organic\\.ts$'],
    },
    { path: `${shared}/hosts\\.ts$` },
  ),
]

const everywhere = [
  never(
    'sandbox-imports-shared-only',
    'The stand-in for the outside world imports no adapter, no service and no runner.',
    { path: '^packages/sandbox/', pathNot: tests },
    { path: '^(services|packages/(local|outside))/' },
  ),
  never(
    'local-spawns-services',
    'The runner starts services as processes; importing one would run it inside the runner.',
    { path: '^packages/local/', pathNot: tests },
    { path: '^services/[^/]+/src/(app|main)\\.ts$' },
  ),
  never('no-root-barrel', 'Import the file that has it.', {}, { path: '^(packages|services)/[^/]+/src/index\\.ts$' }),
  never('no-circular', 'Files that need each other are one file, or lack a third.', {}, { circular: true }),
  never(
    'no-unresolvable',
    'An import that cannot be followed escapes every other rule.',
    {},
    { couldNotResolve: true },
  ),
  never(
    'no-imported-process',
    'main.ts alone touches the process; the linter watches the global.',
    {
      pathNot: [tests, '^(bench|harness|scripts|tests|packages/local)/', '/src/main\\.ts$'],
    },
    { path: '^(node:)?process$' },
  ),
]

module.exports = {
  forbidden: [...sharedRules, ...outsideRules, ...clientRules, ...serviceRules, ...everywhere],
  options: {
    exclude: { path: '^packages/(cli|client)/dist/' },
    doNotFollow: { path: ['(^|/)node_modules/', '^services/[^/]+/src/(generated|built)/'] },
    tsPreCompilationDeps: true,
    // Workspace packages publish their files through `exports`.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
}
