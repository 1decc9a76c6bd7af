// Lint rules against source code that would let a page of Electron out of its sandbox: rows 4 to 12, 15, 17 and 18 of
// the security checklist. security-checklist.test.ts breaks each rule once.

const forbidProperties = (names, why) => ({
  selector: `Property:matches([key.name=/^(${names})$/], [key.value=/^(${names})$/])`,
  message: why,
})
const requireValue = (names, value, why) => ({
  selector: `Property:matches([key.name=/^(${names})$/], [key.value=/^(${names})$/]):not([value.value=${value}])`,
  message: why,
})
const forbidCalls = (names, why) => ({ selector: `CallExpression[callee.property.name=/^(${names})$/]`, message: why })

export const electronSyntax = [
  forbidProperties(
    'allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegrationInWorker|nodeIntegrationInSubFrames',
    'Electron’s security checklist forbids these options.',
  ),
  requireValue('webSecurity|contextIsolation|sandbox', 'true', 'Electron’s security checklist requires true.'),
  requireValue('nodeIntegration|webviewTag|navigateOnDragDrop|spellcheck', 'false', 'This option must be false.'),
  {
    selector:
      ':matches(Literal[value=/--no-sandbox|--disable-web-security|--remote-debugging/], TemplateElement[value.raw=/--no-sandbox|--disable-web-security|--remote-debugging/])',
    message: 'No switch may weaken the sandbox.',
  },
  {
    selector: ':matches(Literal[value=/^file:/], TemplateElement[value.raw=/^file:/])',
    message: 'Load pages from app://bundle, and convert paths with pathToFileURL.',
  },
  forbidCalls('appendSwitch|appendArgument', 'Do not add switches to Chromium.'),
  forbidCalls(
    'executeJavaScript|executeJavaScriptInIsolatedWorld|insertCSS|loadFile',
    'Load only the built page, and add no code to it.',
  ),
  forbidCalls('sendSync|sendToHost', 'A page must not block on main.'),
  forbidCalls('setDisplayMediaRequestHandler', 'No page may record the screen.'),
  forbidCalls('openPath', 'openPath would run a program at that path.'),
  {
    selector: "ImportDeclaration[source.value='electron'] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)",
    message: 'Import members by name, so that the lint rules can check them.',
  },
]

/** Code that is allowed in one file only. */
const oneFileRules = [
  ['src/main/system/links.ts', forbidCalls('openExternal', 'Only links.ts may open links.')],
  [
    'src/main/window/window.ts',
    {
      selector: 'NewExpression[callee.name=/^(BrowserWindow|WebContentsView|BaseWindow)$/]',
      message: 'Only window.ts may create windows.',
    },
  ],
]

export const oneFileSyntax = oneFileRules.map(([, rule]) => rule)
/** The rules that apply in each of these files: all except its own. */
export const oneFileExceptions = oneFileRules.map(([file, own]) => ({
  file,
  rules: oneFileSyntax.filter((rule) => rule !== own),
}))
