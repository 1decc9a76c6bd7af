// Rules for imports that the compiler cannot check: packages, reachable modules and cycles. boundaries.test.ts breaks
// each rule once. docs/architecture.md explains the folders.

/**
 * The ground folders of the engine, lowest first. Each may import itself and the folders before it. Every other folder
 * of the engine is a feature.
 */
const ground = ['outside', 'db', 'settings', 'table', 'api', 'outbox', 'mirror', 'reader']

const electronOnly = '^(node_modules/)?(electron|electron-store)(/|$)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'engine-is-electron-free',
      comment:
        'The engine also runs under plain Node, in the browser host and in tests. There an import of electron fails.',
      severity: 'error',
      from: { path: '^src/(engine|web|contract|words|tables)/' },
      to: { path: electronOnly, reachable: true },
    },
    {
      name: 'contract-is-neutral',
      comment: 'Both sides of every pipe import the contract, so it may import only itself and zod.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'words-are-neutral',
      comment: 'Page, engine and hosts share these texts, so they may import only the contract and their own folder.',
      severity: 'error',
      from: { path: '^src/words/' },
      to: { pathNot: '^src/(contract|words)/' },
    },
    {
      name: 'host-is-neutral',
      comment:
        'The desktop app and the browser host share this code and pass in adapters, so it must not import Node or Electron.',
      severity: 'error',
      from: { path: '^src/host/' },
      to: { pathNot: '^src/(contract|host)/' },
    },
    {
      name: 'tables-are-neutral',
      comment: 'The worker of the page and the engine share this code, so it may import only the contract and fflate.',
      severity: 'error',
      from: { path: '^src/tables/' },
      to: { pathNot: ['^src/(contract|tables)/', '^node_modules/fflate/'] },
    },
    {
      name: 'shell-does-not-touch-engine',
      comment: 'Main forks the engine as a process. An import of it would put SQLite into the main process.',
      severity: 'error',
      from: { path: '^src/(main|preload)/' },
      to: { path: '^src/(engine|web|service|renderer)/' },
    },
    {
      name: 'renderer-sees-contract-only',
      comment: 'The page runs in a browser, so it must not import code of a process with Node.',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/(engine|web|service|main|preload|host)/' },
    },
    {
      name: 'renderer-carries-no-zod',
      comment:
        'Only the engine runs schemas. The page may import types, the protocol, the error codes and the rules of the contract.',
      severity: 'error',
      from: { path: '^src/(renderer|tables|words)/' },
      to: {
        path: '^src/contract/',
        pathNot: '^src/contract/(rules/|(rpc|errors)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ground-knows-no-feature',
      comment: 'Shared code must not import a feature, except its messages.',
      severity: 'error',
      from: { path: '^src/renderer/src/(engine|ui|words)/' },
      to: { path: '^src/renderer/src/(app|features)/', pathNot: 'messages(-host)?/' },
    },
    {
      name: 'words-know-no-engine',
      comment: 'Texts and the formats of dates, money and numbers need no data of the engine.',
      severity: 'error',
      from: { path: '^src/renderer/src/words/' },
      to: { path: '^src/renderer/src/(engine|ui)/', pathNot: 'messages(-host)?/' },
    },
    {
      name: 'features-do-not-know-the-frame',
      comment: 'The frame imports the features, so an import of the frame by a feature would be a cycle.',
      severity: 'error',
      from: { path: '^src/renderer/src/features/' },
      to: { path: '^src/renderer/src/app/' },
    },
    {
      name: 'web-serves-built-files',
      comment: 'The browser host serves the built page. The service is a separate process.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/(renderer|main|preload|service)/' },
    },
    {
      name: 'service-is-standalone',
      comment: 'The service shares no code with the client that it tests, because both would have the same bugs.',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: '^src/', pathNot: '^src/service/' },
    },
    {
      name: 'sqlite-lives-in-db',
      comment: 'Only engine/db owns connections, pragmas and transactions.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(engine/db|service)/' },
      to: { path: '^(node_modules/better-sqlite3|better-sqlite3)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'postgres-lives-outside',
      comment: 'One file owns the connections, so that TLS, certificates and time limits are checked in one place.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/outside/postgres\\.ts$' },
      to: { path: '^(node_modules/)?pg(/|$)' },
    },
    {
      name: 'threads-live-outside',
      comment:
        'One file starts the only thread, and it runs until the end, because Electron crashed when threads were restarted.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/(outside/threads|reader-thread)\\.ts$' },
      to: { path: '^(node:)?worker_threads$' },
    },
    {
      name: 'engine-features-are-independent',
      comment:
        'A feature imports itself and the ground. Code that two features share belongs to the ground, or engine.ts passes it in.',
      severity: 'error',
      from: { path: '^src/engine/([^/]+)/', pathNot: `^src/engine/(${ground.join('|')})/` },
      to: { path: '^src/engine/', pathNot: ['^src/engine/$1/', `^src/engine/(${ground.join('|')})/`] },
    },
    ...ground.map((folder, index) => ({
      name: `engine-ground-${folder}`,
      comment: 'A ground folder imports only itself and the ground folders below it.',
      severity: 'error',
      from: { path: `^src/engine/${folder}/` },
      to: { path: '^src/engine/', pathNot: `^src/engine/(${ground.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'outside-is-the-edge',
      comment: 'Adapters of the operating system must not import code of the product.',
      severity: 'error',
      from: { path: '^src/engine/outside/' },
      to: { path: '^src/', pathNot: '^src/engine/outside/' },
    },
    {
      name: 'no-cycles',
      comment: 'A reader can understand the files of a cycle only together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that no file imports is unused, or it is an entry point and must be listed here.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^src/(main|preload|web|service|engine)/(index|main|host|daemon|utility-process)\\.ts$',
          '^src/renderer/src/main\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'No other rule can check an import that does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.vue', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
}
