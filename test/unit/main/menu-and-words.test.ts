// The application menu and the texts of the main process, in each language.
import { describe, expect, onTestFinished, test } from 'vitest'
import { LANGUAGES, type Language, type LanguageChoice } from '#contract/rules/language.ts'
import { HostSettings } from '#contract/shell.ts'
import { Menu, app } from '#standin/electron.ts'
import { setMenu } from '../../../src/main/system/menu.ts'
import { createLocalization } from '../../../src/main/system/localization.ts'
import { getWords } from '../../../src/main/words.ts'

const platforms = ['linux', 'darwin', 'win32'] as const
const otherLanguages = LANGUAGES.filter((language) => language !== 'en')

/** All texts. A text with parameters gets a number and a text, in this order. */
function collectTexts(words: object): string[] {
  return Object.values(words).flatMap((value: unknown): string[] => {
    if (typeof value === 'function') return [(value as (...values: unknown[]) => string)(2, 'log')]
    return typeof value === 'string' ? [value] : collectTexts(value as object)
  })
}

describe('the texts of the main process', () => {
  test('have zero, singular and plural of urgent alerts in each language', () => {
    const texts = LANGUAGES.map((language) => [0, 1, 2].map((n) => getWords(language).urgent(n)))
    expect(texts).toEqual([
      ['No urgent alerts', '1 urgent alert', '2 urgent alerts'],
      ['Keine dringenden Meldungen', '1 dringende Meldung', '2 dringende Meldungen'],
      ['Ninguna alerta urgente', '1 alerta urgente', '2 alertas urgentes'],
      ['没有紧急提醒', '1 条紧急提醒', '2 条紧急提醒'],
    ])
  })

  test('are in the language of the computer until the user chooses another', () => {
    const stored = { language: 'system' as LanguageChoice }
    app.systemLanguages = ['fr-FR', 'es-MX']
    onTestFinished(() => {
      app.systemLanguages = ['en-US']
    })
    const localization = createLocalization({ read: () => HostSettings.parse(stored) })
    const quitInSpanish = localization.words().quit
    stored.language = 'zh'
    expect([localization.systemLanguages, quitInSpanish, localization.words().quit, localization.language()]).toEqual([
      ['fr-FR', 'es-MX'],
      'Salir de Quaywatch',
      '退出 Quaywatch',
      'zh',
    ])
  })

  test.each(otherLanguages)('contain no English text in %s', (language) => {
    const englishTexts = collectTexts(getWords('en'))
    expect(collectTexts(getWords(language)).filter((text) => englishTexts.includes(text))).toEqual([])
  })
})

describe('the menu', () => {
  const words = getWords('en')
  const actions = { settings: () => undefined, logs: () => undefined, releases: () => undefined }
  const getRoleOrLabel = ({ role, label }: { role?: string; label?: string }) => role ?? label
  const listRolesOrLabels = () => Menu.application!.listItems().map(getRoleOrLabel)

  test('is a full menu on macOS, with the Edit menu that copying needs there', () => {
    setMenu({ platform: 'darwin', isDevelopment: false, words, actions })
    expect(Menu.application?.items.map(getRoleOrLabel)).toEqual([
      'Quaywatch',
      'File',
      'Edit',
      'View',
      'windowMenu',
      'help',
    ])
    expect(Menu.application?.listItems().find(({ label }) => label === 'Settings…')?.accelerator).toBe('Cmd+,')
  })

  test.each(['win32', 'linux'] as const)('is a small menu on %s, with the usual keys', (platform) => {
    setMenu({ platform, isDevelopment: false, words, actions })
    const keys = Menu.application!.listItems().flatMap(({ accelerator, role, label }) =>
      accelerator === undefined ? [] : [[role ?? label, accelerator]],
    )
    expect(keys).toEqual([
      ['Settings…', 'Ctrl+,'],
      ['close', 'Ctrl+W'],
      ['quit', 'Ctrl+Q'],
    ])
    expect(listRolesOrLabels()).toEqual(
      expect.arrayContaining([
        'cut',
        'copy',
        'paste',
        'selectAll',
        'resetZoom',
        'zoomIn',
        'zoomOut',
        'togglefullscreen',
        'about',
      ]),
    )
  })

  test.each(platforms)('has no English item in another language (%s)', (platform) => {
    const listLabels = (language: Language) => {
      setMenu({ platform, isDevelopment: false, words: getWords(language), actions })
      return Menu.application!.listItems()
        .filter(({ type }) => type !== 'separator')
        .map(({ label }) => label)
    }
    expect(listLabels('de')).toEqual(
      expect.arrayContaining([
        'Einstellungen …',
        'Ansicht',
        'Protokollordner öffnen',
        'Kopieren',
        'Vergrößern',
        'Vollbild',
        'Quaywatch beenden',
      ]),
    )
    const english = new Set(listLabels('en'))
    for (const language of otherLanguages)
      expect(
        listLabels(language).filter((label) => label === undefined || (english.has(label) && label !== 'Quaywatch')),
        language,
      ).toEqual([])
  })

  test.each(platforms)('has items to reload and for developer tools only in development (%s)', (platform) => {
    const developerRoles = ['reload', 'forceReload', 'toggleDevTools']
    const listDeveloperRoles = (isDevelopment: boolean) => {
      setMenu({ platform, isDevelopment, words, actions })
      return listRolesOrLabels().filter((role) => developerRoles.includes(String(role)))
    }
    expect([listDeveloperRoles(false), listDeveloperRoles(true)]).toEqual([[], ['reload', 'toggleDevTools']])
  })

  test.each(platforms)('shows new versions only if there is a page for them (%s)', (platform) => {
    setMenu({ platform, isDevelopment: false, words, actions: { ...actions, releases: null } })
    expect(listRolesOrLabels()).not.toContain('Show new versions')
    setMenu({ platform, isDevelopment: false, words, actions })
    expect(listRolesOrLabels()).toContain('Show new versions')
  })
})
