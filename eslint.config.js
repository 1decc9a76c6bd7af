// Style rules that have a reason. All are errors. Each suppression gives its reason on the same line.
// The rules that need types are in .oxlintrc.json.
import comments from '@eslint-community/eslint-plugin-eslint-comments/configs'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { oneFileExceptions, electronSyntax, oneFileSyntax } from './test/architecture/electron-rules.js'

const outsideOnly = 'Time, chance, network and files come from deps.outside (architecture rule 8).'
const engineGlobals = ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'fetch', 'WebSocket'].map(
  (name) => ({ name, message: outsideOnly }),
)
const engineImports = [
  'fs',
  'fs/promises',
  'timers',
  'timers/promises',
  'perf_hooks',
  'http',
  'https',
  'net',
  'dgram',
].flatMap((name) => [name, `node:${name}`].map((path) => ({ name: path, message: outsideOnly })))
/**
 * What is read out or shown: of HTML and of our own components. `name` and `value` are also what a form sends, and
 * stand for that.
 */
const WORDY_ATTRIBUTES = [
  'title',
  'alt',
  'placeholder',
  'label',
  'hint',
  'note',
  'message',
  'summary',
  'none',
  'more',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]
const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'A default export has no name to search for; tool configuration may have one.',
}

/** Prettier formats the code, but does not wrap comments and names. Long strings may stay in one piece. */
const maxLength = [
  'error',
  { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
]

export default tseslint.config(
  { ignores: ['out/', 'node_modules/', '**/*.d.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  comments.recommended,
  { rules: { '@eslint-community/eslint-comments/require-description': 'error' } },
  {
    files: ['src/**/*.{ts,vue}', 'test/**/*.ts'],
    extends: [...tseslint.configs.strict, ...vue.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.vue'] } },
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport],
      'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // The project uses `interface` for what has two implementations, and `type` for data.
      '@typescript-eslint/consistent-type-definitions': 'off',
      'max-len': maxLength,
      'vue/multiline-html-element-content-newline': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/attributes-order': 'off',
      'vue/multi-word-component-names': 'off',
      'vue/component-tags-order': 'off',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/no-v-html': 'error',
      // Every word comes from the catalogue. Arrows and dots are allowed, because no language changes them.
      'vue/no-bare-strings-in-template': [
        'error',
        { allowlist: ['·', '→', '→ ', '*', '(', ')', ':'], attributes: { '/.+/': WORDY_ATTRIBUTES } },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,vue}'],
    rules: {
      'no-restricted-syntax': ['error', noDefaultExport, ...electronSyntax, ...oneFileSyntax],
      'no-eval': 'error',
    },
  },
  ...oneFileExceptions.map(({ file, rules }) => ({
    files: [file],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport, ...electronSyntax, ...rules] },
  })),
  {
    files: ['src/engine/**/*.ts'],
    ignores: ['src/engine/outside/**'],
    rules: {
      'no-restricted-globals': ['error', ...engineGlobals],
      'no-restricted-imports': [
        'error',
        {
          paths: [...engineImports, ...['got', 'chokidar', 'ws', 'pg'].map((name) => ({ name, message: outsideOnly }))],
        },
      ],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: outsideOnly }],
    },
  },
  {
    files: ['src/renderer/**/*.{ts,vue}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The product’s now comes from the engine: useNow.' },
      ],
    },
  },
  {
    files: ['src/main/**/*.ts', 'src/preload/**/*.ts'],
    ignores: ['src/main/shell-api.ts', 'src/preload/index.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              importNames: ['ipcMain', 'ipcRenderer'],
              message: 'The one guarded door is shell-api.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    // Migrations are frozen data, and a callback of `describe` lists tests.
    files: ['src/engine/{db,office}/migrations/**', 'test/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: ['*.{js,ts}', 'scripts/**/*.mjs', 'test/**/*.config.ts', 'test/architecture/*.{js,cjs,mjs}'],
    languageOptions: { parser: tseslint.parser },
    rules: {
      'no-restricted-syntax': 'off',
      'max-lines-per-function': ['error', 60],
      'max-lines': ['error', 400],
      'max-len': maxLength,
    },
  },
)
