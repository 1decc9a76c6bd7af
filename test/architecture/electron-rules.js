// Code that is not allowed in src, because with it Electron would let a page out of its sandbox: rows 4 to 12, 15, 17
// and 18 of the security checklist (security-checklist.test.ts breaks each rule once).

const never = (names, why) => ({
  selector: `Property:matches([key.name=/^(${names})$/], [key.value=/^(${names})$/])`,
  message: why,
})
const only = (names, value, why) => ({
  selector: `Property:matches([key.name=/^(${names})$/], [key.value=/^(${names})$/]):not([value.value=${value}])`,
  message: why,
})
const calls = (names, why) => ({ selector: `CallExpression[callee.property.name=/^(${names})$/]`, message: why })

export const electronSyntax = [
  never(
    'allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegrationInWorker|nodeIntegrationInSubFrames',
    'Electron’s checklist: never.',
  ),
  only('webSecurity|contextIsolation|sandbox', 'true', 'Electron’s checklist: always on.'),
  only('nodeIntegration|webviewTag|navigateOnDragDrop|spellcheck', 'false', 'Electron’s checklist: always off.'),
  {
    selector:
      ':matches(Literal[value=/--no-sandbox|--disable-web-security|--remote-debugging/], TemplateElement[value.raw=/--no-sandbox|--disable-web-security|--remote-debugging/])',
    message: 'Nothing switches the sandbox off.',
  },
  {
    selector: ':matches(Literal[value=/^file:/], TemplateElement[value.raw=/^file:/])',
    message: 'Pages come from app://bundle; paths become addresses by pathToFileURL.',
  },
  calls('appendSwitch|appendArgument', 'Chromium runs as Electron starts it.'),
  calls(
    'executeJavaScript|executeJavaScriptInIsolatedWorld|insertCSS|loadFile',
    'The page is the built one, and no code is added to it.',
  ),
  calls('sendSync|sendToHost', 'A page waits for nobody.'),
  calls('setDisplayMediaRequestHandler', 'Nobody gets the screen.'),
  calls('openPath', 'Opening a path runs what lies there.'),
  {
    selector: "ImportDeclaration[source.value='electron'] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)",
    message: 'By name, so that the rules see what is used.',
  },
]

/** Each of these has one allowed file. */
const homes = [
  ['src/main/system/links.ts', calls('openExternal', 'Links leave through links.ts alone.')],
  [
    'src/main/window/window.ts',
    {
      selector: 'NewExpression[callee.name=/^(BrowserWindow|WebContentsView|BaseWindow)$/]',
      message: 'Windows are made in window.ts alone.',
    },
  ],
]

export const homed = homes.map(([, rule]) => rule)
/** For each of these files: all rules except its own. */
export const electronHomes = homes.map(([file, own]) => ({ file, rules: homed.filter((rule) => rule !== own) }))
