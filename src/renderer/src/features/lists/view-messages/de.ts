// Views of a list: the built-in ones, and messages about the user's own.
import type { views as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const views: Translation<typeof english> = {
  view: {
    label: 'Ansicht',
    menu: 'Ansicht: {name}',
    menuModified: 'Ansicht: {name}, seit dem Speichern geändert',
    own: 'Ihre Ansichten',
    standard: 'Standard',
    reset: 'Zurück zum gespeicherten Stand',
    save: 'Änderungen speichern',
    saveAs: 'Speichern als',
    saveAsName: 'Name der neuen Ansicht',
    remove: 'Ansicht {name} entfernen',
    open: 'Ansicht: {name}',
    saved: 'Die Ansicht {name} ist gespeichert.',
    removed: 'Die Ansicht {name} ist entfernt.',
    needsName: 'Der Ansicht einen Namen geben.',
    nameTaken: 'Eine Ansicht dieses Namens gibt es schon. Einen anderen wählen.',
    tooMany: 'Es gibt {n} Ansichten dieser Liste, mehr kann sie nicht haben. Zuerst eine entfernen.',
  },
  builtInView: {
    'lfd-week': 'LFD ≤7 Tage',
    'my-lfd-week': 'Meine LFD ≤7 Tage',
    'empties-long': 'Rückgabe offen >5 Tage',
    'ready-unbooked': 'Bereit, kein Termin',
    'customs-holds': 'Zollsperren >1 Tag',
    'no-lfd': 'Entladen, kein LFD',
    disputed: 'Quellen widersprechen sich',
    unchecked: 'Terminaldaten >24 h alt',
    arriving: 'Ankunft ≤7 Tage',
    'changed-today': 'Heute geändert',
    stopped: 'Tracking beendet, nicht abgeholt',
  },
}
