// The allowed imports (architecture section 3) that the compiler cannot check: packages, reachable modules, cycles.
// test/architecture/boundaries.test.ts breaks each rule once.

/**
 * The ground of the engine, lowest first: each folder imports itself and those before it. Every other folder is a
 * feature.
 */
const ground = ['outside', 'db', 'settings', 'table', 'api', 'outbox', 'mirror', 'reader']

const electronOnly = '^(node_modules/)?(electron|electron-store)(/|$)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'engine-is-electron-free',
      comment:
        'The engine runs under plain Node in the browser host and in every test; one import of electron ends that.',
      severity: 'error',
      from: { path: '^src/(engine|web|contract|words|tables)/' },
      to: { path: electronOnly, reachable: true },
    },
    {
      name: 'contract-is-neutral',
      comment: 'Both sides of every pipe read the contract: zod and itself, nothing that belongs to one side.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'words-are-neutral',
      comment: 'Wording and cell text that page, engine and hosts share: the contract and its own folder.',
      severity: 'error',
      from: { path: '^src/words/' },
      to: { pathNot: '^src/(contract|words)/' },
    },
    {
      name: 'host-is-neutral',
      comment:
        'Code that the desktop app and the browser host share, with adapters that each passes in: no Node, no Electron.',
      severity: 'error',
      from: { path: '^src/host/' },
      to: { pathNot: '^src/(contract|host)/' },
    },
    {
      name: 'tables-are-neutral',
      comment:
        'The page’s worker and the engine write the same files: the contract, and fflate, which packs them; no Node, no DOM.',
      severity: 'error',
      from: { path: '^src/tables/' },
      to: { pathNot: ['^src/(contract|tables)/', '^node_modules/fflate/'] },
    },
    {
      name: 'shell-does-not-touch-engine',
      comment: 'Main forks the engine and hands out ports; importing it would put SQLite into the main process.',
      severity: 'error',
      from: { path: '^src/(main|preload)/' },
      to: { path: '^src/(engine|web|service|renderer)/' },
    },
    {
      name: 'renderer-sees-contract-only',
      comment: 'The view must run in a browser: contract types, the writers of tables and its own folder.',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/(engine|web|service|main|preload|host)/' },
    },
    {
      name: 'renderer-carries-no-zod',
      comment:
        'Schemas run in the engine: for their values, the page may import the protocol, the error codes and the rules both sides apply.',
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
      comment: 'Shared code must not import a feature. The messages of all features are in words.',
      severity: 'error',
      from: { path: '^src/renderer/src/(engine|ui|words)/' },
      to: { path: '^src/renderer/src/(app|features)/', pathNot: 'messages(-host)?/' },
    },
    {
      name: 'words-know-no-engine',
      comment: 'Words and the formats of dates, money and numbers need no data of the engine.',
      severity: 'error',
      from: { path: '^src/renderer/src/words/' },
      to: { path: '^src/renderer/src/(engine|ui)/', pathNot: 'messages(-host)?/' },
    },
    {
      name: 'features-do-not-know-the-frame',
      comment: 'The frame imports the features, so a feature that imported the frame would be a cycle.',
      severity: 'error',
      from: { path: '^src/renderer/src/features/' },
      to: { path: '^src/renderer/src/app/' },
    },
    {
      name: 'web-serves-built-files',
      comment: 'The browser host hosts the engine and the built view; the service is a separate process.',
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
      name: 'threads-live-outside',
      comment:
        'One long-lived thread, started in one place: Electron crashed when threads were started and stopped repeatedly.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/(outside/threads|reader-thread)\\.ts$' },
      to: { path: '^(node:)?worker_threads$' },
    },
    {
      name: 'engine-features-are-independent',
      comment:
        'A feature imports itself and the ground. What two of them share belongs to the ground, or engine.ts passes it in.',
      severity: 'error',
      from: { path: '^src/engine/([^/]+)/', pathNot: `^src/engine/(${ground.join('|')})/` },
      to: { path: '^src/engine/', pathNot: ['^src/engine/$1/', `^src/engine/(${ground.join('|')})/`] },
    },
    ...ground.map((folder, n) => ({
      name: `engine-ground-${folder}`,
      comment: 'Ground imports only the ground below it.',
      severity: 'error',
      from: { path: `^src/engine/${folder}/` },
      to: { path: '^src/engine/', pathNot: `^src/engine/(${ground.slice(0, n + 1).join('|')})/` },
    })),
    {
      name: 'outside-is-the-edge',
      comment: 'Adapters know the system and nothing about the product.',
      severity: 'error',
      from: { path: '^src/engine/outside/' },
      to: { path: '^src/', pathNot: '^src/engine/outside/' },
    },
    {
      name: 'no-cycles',
      comment: 'The files of a cycle can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file without an importer is dead, or an entry that should be listed here.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^src/(main|preload|web|service|engine)/(index|main|host|utility-process)\\.ts$',
          '^src/renderer/src/main\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable',
      comment: 'A name that does not resolve escapes every other rule.',
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
