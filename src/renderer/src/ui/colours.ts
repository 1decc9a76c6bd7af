// The two themes: one table of colours each, used for our style sheets (as custom properties) and for naive-ui
// (theme.ts). One strong colour, `save`, is reserved for what can still be saved today: last free days that are today.
// Everything else is tinted text with a mark.

export type ThemeName = 'light' | 'dark'

const light = {
  canvas: '#f4f5f7',
  surface: '#ffffff',
  raised: '#ffffff',
  header: '#f4f5f7',
  hover: '#f6f8fb',
  active: '#eef3f9',
  selected: '#e6effa',
  changed: '#fdf3d8',
  line: '#dde1e7',
  'line-soft': '#eceff3',
  'line-strong': '#7e8a99',
  text: '#17202b',
  'text-2': '#4a5665',
  'text-3': '#5a6573',
  accent: '#0b5cad',
  'on-accent': '#ffffff',
  focus: '#2f7fd3',
  tip: '#1f2933',
  'tip-text': '#f3f5f7',
  warn: '#fff5dc',
  'warn-text': '#664200',
  'warn-line': '#ecd9a3',
  alarm: '#faeceb',
  'alarm-text': '#7c2b2b',
  'alarm-line': '#e6c3c1',
  save: '#c24e00',
  'on-save': '#ffffff',
  past: '#8f3535',
  today: '#b04400',
  soon: '#7d5000',
  upcoming: '#00609c',
  later: '#4f6073',
  clear: '#006b49',
  unknown: '#596472',
  stopped: '#5a6573',
  'past-mark': '#a85252',
  'today-mark': '#d55e00',
  'soon-mark': '#a87100',
  'upcoming-mark': '#0072b2',
  'later-mark': '#73869b',
  'clear-mark': '#008a5f',
  'unknown-mark': '#7b8794',
  'stopped-mark': '#7b8794',
}

const dark: Record<keyof typeof light, string> = {
  canvas: '#10151b',
  surface: '#161c24',
  raised: '#1d242e',
  header: '#131920',
  hover: '#1a212a',
  active: '#1c2632',
  selected: '#1d3048',
  changed: '#3a3116',
  line: '#2a323d',
  'line-soft': '#202832',
  'line-strong': '#6b7888',
  text: '#e3e8ee',
  'text-2': '#b0bac6',
  'text-3': '#98a4b1',
  accent: '#69aeef',
  'on-accent': '#0d1a28',
  focus: '#69aeef',
  tip: '#313b47',
  'tip-text': '#eef1f4',
  warn: '#332a12',
  'warn-text': '#f2cf7d',
  'warn-line': '#584819',
  alarm: '#352022',
  'alarm-text': '#f0b7b2',
  'alarm-line': '#5f3638',
  save: '#b84f0e',
  'on-save': '#fff4ea',
  past: '#e3a09b',
  today: '#ff9d5c',
  soon: '#f0b53c',
  upcoming: '#69b7f0',
  later: '#9db0c6',
  clear: '#4cc79a',
  unknown: '#a3afbc',
  stopped: '#98a4b1',
  'past-mark': '#c4756f',
  'today-mark': '#f0802e',
  'soon-mark': '#e69f00',
  'upcoming-mark': '#3d9be0',
  'later-mark': '#8496ab',
  'clear-mark': '#2fb083',
  'unknown-mark': '#8a97a5',
  'stopped-mark': '#8a97a5',
}

export const colours: Record<ThemeName, Record<keyof typeof light, string>> = { light, dark }

/** With more contrast, quiet text gets the normal colour and every border is visible. Colours with a meaning stay. */
export function listColours(name: ThemeName, hasMore: boolean): Record<keyof typeof light, string> {
  const themeColours = colours[name]
  return hasMore
    ? {
        ...themeColours,
        'text-2': themeColours.text,
        'text-3': themeColours['text-2'],
        line: themeColours['line-strong'],
        'line-soft': themeColours.line,
        'line-strong': themeColours['text-2'],
      }
    : themeColours
}

/**
 * Sets properties of the style object and no attribute, because the content security policy forbids style attributes.
 */
export function applyTheme(name: ThemeName, hasMoreContrast = false) {
  const root = document.documentElement
  for (const [token, colour] of Object.entries(listColours(name, hasMoreContrast)))
    root.style.setProperty(`--${token}`, colour)
  root.style.setProperty(
    '--shadow',
    name === 'light' ? '0 4px 16px rgb(23 32 43 / 14%)' : '0 4px 18px rgb(0 0 0 / 50%)',
  )
  root.style.colorScheme = name
  root.dataset.theme = name
}
