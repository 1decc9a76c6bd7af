// Listen, die nach Zeitplan in einen Ordner geschrieben werden.
import type { snapshots as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const snapshots: Translation<typeof english> = {
  snapshot: {
    title: 'Schnappschüsse',
    note: 'Eine Liste als Datei in einem eigenen Ordner, zu den gewählten Zeiten: für Excel, Power BI oder Kollegen mit Zugriff auf einen synchronisierten Ordner. Dieser Computer schreibt sie, auch wenn das Fenster in den Infobereich geschlossen ist.',
    missed:
      'Ein Schnappschuss, der bei geschlossener App oder schlafendem Computer ausfiel, wird beim nächsten Start einmal geschrieben.',
    none: 'Noch kein Schnappschuss.',
    add: 'Schnappschuss hinzufügen',
    removed: '{name} ist entfernt. Geschriebene Dateien bleiben.',
    writeNow: 'Jetzt schreiben',
    writeNowOf: 'Jetzt schreiben: {name}',
    saved: '{name} ist gespeichert.',
    name: 'Name',
    list: 'Liste',
    view: 'Ansicht',
    viewNote:
      'So, wie die Ansicht jetzt ist: Filter, Reihenfolge und Spalten, dazu das Alter der Daten als letzte Spalte. Nach einer Änderung der Ansicht den Schnappschuss neu speichern.',
    kind: 'Datei',
    kinds: { csv: 'CSV', xlsx: 'Excel-Arbeitsmappe', ics: 'Kalender der letzten freien Tage' },
    folder: 'Ordner',
    times: 'Wann',
    every: { day: 'Täglich um', weekday: 'Montag bis Freitag um', hours: 'Alle paar Stunden' },
    hours: 'Stunden zwischen zwei Dateien',
    zone: 'Nach der Uhr der Heimatzone, {zone}.',
    fileName: 'Dateiname',
    fileNames: {
      dated: 'Mit Datum, eine Datei nach der anderen',
      same: 'Immer derselbe, wird ersetzt: für Arbeitsmappen, die darauf verweisen',
    },
    base: 'Beginnt mit',
    example: 'Zum Beispiel {file}',
    nameMissing: 'Geben Sie dem Schnappschuss einen Namen.',
    baseMissing: 'Geben Sie an, wie seine Dateien heißen.',
    wrongTime: 'Eine Uhrzeit schreibt man wie 16:30.',
    wrongHours: 'Stunden sind eine ganze Zahl von 1 bis 24.',
    when: { day: 'Täglich um {time}', weekday: 'Montag bis Freitag um {time}' },
    whenHours: 'Jede Stunde | Alle {n} Stunden',
    next: 'Nächster: {time}',
    noFolder: 'Auf diesem Computer noch kein Ordner. Über „Ändern“ auswählen.',
    written: 'Zuletzt geschrieben {time}: {file}, {rows}',
    rows: '{n} Zeile | {n} Zeilen',
    never: 'Noch nicht geschrieben',
    failed: '{time}: {failure}',
    progress: 'Schreibt: {done} von {total}',
    waiting: 'Wartet, bis er an der Reihe ist',
    asOf: 'Datenstand',
  },
}
