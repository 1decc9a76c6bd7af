import type { Words } from './wording.ts'

export const de: Words = {
  open: 'Quaywatch öffnen',
  quit: 'Quaywatch beenden',
  urgent: (count) =>
    count === 0 ? 'Keine dringenden Meldungen' : `${count} dringende ${count === 1 ? 'Meldung' : 'Meldungen'}`,
  notification: { show: 'Anzeigen', snooze: '1 h zurückstellen' },
  menu: {
    about: 'Über Quaywatch',
    settings: 'Einstellungen …',
    file: 'Datei',
    edit: 'Bearbeiten',
    view: 'Ansicht',
    window: 'Fenster',
    help: 'Hilfe',
    logs: 'Protokollordner öffnen',
    releases: 'Neue Versionen zeigen',
  },
  roles: {
    services: 'Dienste',
    hide: 'Quaywatch ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
    quit: 'Quaywatch beenden',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    togglefullscreen: 'Vollbild',
    close: 'Fenster schließen',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',
  },
  windowFailed: {
    message: 'Das Fenster fällt immer wieder aus',
    detail: (logPath) =>
      `Es wurde innerhalb einer Minute mehrmals neu geöffnet. Nichts Gespeichertes ist verloren, und Meldungen kommen weiterhin.\n\nDas Protokoll liegt in ${logPath}`,
    buttons: ['Neu öffnen', 'Quaywatch beenden'],
  },
  windowHangs: {
    message: 'Das Fenster antwortet nicht',
    detail:
      'Vielleicht arbeitet es an einer langen Liste. Beim Neuöffnen geht nur verloren, was eingegeben und nicht gespeichert wurde.',
    buttons: ['Warten', 'Neu öffnen'],
  },
  unsavedInput: {
    message: 'Ohne Speichern schließen?',
    detail: 'Ein Formular in diesem Fenster hat Änderungen, die nicht gespeichert sind.',
    buttons: ['Offen lassen', 'Ohne Speichern schließen'],
  },
  link: {
    message: 'Diese Adresse außerhalb von Quaywatch öffnen?',
    buttons: ['Nicht öffnen', 'Öffnen'],
    remember: (host) => `Für ${host} nicht mehr fragen, bis Quaywatch beendet wird`,
  },
  fatalError: {
    title: 'Quaywatch muss beendet werden',
    detail: (logId, logPath) =>
      `Etwas Unerwartetes ist passiert (${logId}). Nichts Gespeichertes ist verloren.\n\nDas Protokoll liegt in ${logPath}`,
    folder: (reason) =>
      `Der Datenordner ist nicht benutzbar.\n\n${reason}\n\nMit --data-dir einen anderen Ordner wählen, oder dafür sorgen, dass Sie in diesen schreiben dürfen und auf dem Datenträger Platz ist.`,
  },
}
