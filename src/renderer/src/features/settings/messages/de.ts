// First run and Settings.
import type { settings as english } from './en.ts'
import type { Translation } from '../../../words/translation.ts'

export const settings: Translation<typeof english> = {
  welcome: {
    title: 'Konto verbinden',
    intro:
      'Quaywatch zeigt zu jedem Seecontainer den letzten freien Tag, die Sperren und die Gebühren, und was als Nächstes zu tun ist. Es liest sie von Ihrem Tracking-Dienst und hält eine Kopie auf diesem Computer.',
    picture:
      'Eine Liste mit drei Containern: einer mit letztem freien Tag heute und einer Sperre, einer mit einem Tag Rest und abholbereit, einer noch nicht angekommen',
    office: 'Einem Büro mit einer Einladung beitreten',
    sampleTitle: 'Nur ansehen?',
    sample: 'Mit Beispieldaten ausprobieren',
    sampleNote:
      'Erfundene Container aus dem eingebauten Dienst dieser App. Ein Schlüssel ist nicht nötig, und jede Ansicht ist als Beispiel gekennzeichnet.',
  },
  connect: {
    service: 'Tracking-Dienst',
    otherService: 'Andere Adresse',
    address: 'Dienstadresse',
    addressHint: 'https://…/v2',
    key: 'API-Schlüssel',
    keyHint: 'Schlüssel des Kontos einfügen',
    keyStored: 'Ein Schlüssel ist gespeichert. Leer lassen, um ihn zu behalten.',
    keep: 'Wo der Schlüssel liegt',
    keepIn: {
      keychain: 'Im Schlüsselbund dieses Computers',
      file: 'In einer Datei, die nur Sie lesen können',
      session: 'Nur im Arbeitsspeicher, bis die App schließt',
    },
    keepNote: {
      keychain: 'Der Schlüssel bleibt im Schlüsselbund dieses Computers. Gesendet wird er nur an diesen Dienst.',
      file: 'Der Schlüssel wird in eine Datei geschrieben, die nur Ihr Benutzerkonto lesen kann. Gesendet wird er nur an diesen Dienst.',
      session: 'Der Schlüssel bleibt im Arbeitsspeicher, bis die App schließt. Gesendet wird er nur an diesen Dienst.',
      stored: 'Der gespeicherte Schlüssel bleibt, wo er liegt. Um ihn anderswo aufzubewahren, erneut eingeben.',
    },
    noKeychain: {
      missing:
        'Quaywatch kann auf diesem Computer keinen Schlüsselbund benutzen. Einen ohne ihn auf die Festplatte geschriebenen Schlüssel könnte jedes Ihrer Programme lesen; deshalb bleibt er im Arbeitsspeicher, und nach jedem Start wird erneut nach ihm gefragt. Den Schlüsselbund entsperren oder einrichten (unter Linux etwa GNOME Keyring oder KWallet), dann Quaywatch neu starten.',
      locked:
        'Der Schlüsselbund dieses Computers war gesperrt oder verweigerte den Zugriff, als Quaywatch den gespeicherten Schlüssel holen wollte. Er wird einmal pro Start gefragt: entsperren, dann Quaywatch neu starten. Bis dahin wird nichts Neues gelesen; alles Gespeicherte bleibt.',
      unanswered:
        'Der Schlüsselbund dieses Computers hat noch nicht geantwortet. Vielleicht fragt er in einem anderen Fenster nach einem Kennwort. Sobald er entsperrt ist, benutzt Quaywatch ihn automatisch; wurde die Frage geschlossen, Quaywatch neu starten.',
      unreadable:
        'Der gespeicherte Schlüssel ist nicht lesbar: Der Schlüsselbund dieses Computers funktioniert, aber der Schlüssel wurde mit einem früheren verschlüsselt, etwa bevor ein Kennwort zurückgesetzt wurde oder auf einem anderen Computer. Den Schlüssel erneut eingeben; alles Gespeicherte bleibt.',
    },
    submit: 'Prüfen und verbinden',
    save: 'Prüfen und speichern',
    checking: 'Wird geprüft',
    details: 'Technische Details',
    missingAddress: 'Eine Adresse ist nötig.',
    missingKey: 'Schlüssel eingeben.',
    connected: 'Verbunden',
    connectedCount: 'Verbunden: {n} Container im Konto | Verbunden: {n} Container im Konto',
    other: {
      title: 'Ein anderes Konto',
      address:
        'Die Adresse ist eine andere als die von „{account}“, also ist es ein anderes Konto. Was für „{account}“ angezeigt und gespeichert ist, gehört nicht dazu.',
      key: 'Dieser Schlüssel gehört beim Dienst zu einem anderen Konto als „{account}“: Die Datensätze von „{account}“ sind mit ihm nicht abrufbar.',
      unclear:
        'Ob dieser Schlüssel zu „{account}“ gehört, ist nicht festzustellen: Zu wenige Datensätze ließen sich vergleichen.',
      elsewhere:
        '„{account}“ hat einen anderen Schlüssel. Ob dieser zum selben Konto gehört, lässt sich nur feststellen, während „{account}“ geöffnet ist.',
      waiting:
        '{n} Änderung von „{account}“ ist noch nicht gesendet. Sie wird nur mit einem Schlüssel von „{account}“ gesendet. | {n} Änderungen von „{account}“ sind noch nicht gesendet. Sie werden nur mit einem Schlüssel von „{account}“ gesendet.',
      own: 'Als eigenes Konto öffnen',
      ownNote:
        '„{account}“ bleibt, wie es ist, mit seinem eigenen Schlüssel. Zwischen beiden kann jederzeit gewechselt werden.',
      replace: '„{account}“ ersetzen',
      replaceNote:
        '„{account}“ wird aus der Liste genommen und sein Schlüssel vergessen. Seine Daten bleiben auf diesem Computer, mit allem, was dort wartet, und kommen zurück, wenn sein Schlüssel wieder eingegeben wird.',
      same: 'Es ist ein neuer Schlüssel von „{account}“',
      sameNote:
        'Sie wissen, dass es dasselbe Konto ist. Wartendes wird mit diesem Schlüssel gesendet, und was er liest, steht neben dem Gespeicherten.',
      switch: 'Zuerst „{account}“ öffnen',
      switchNote:
        'Ist es ein neuer Schlüssel von „{account}“: ihn dort eingeben, damit er mit den Datensätzen jenes Kontos verglichen werden kann.',
      what: 'Was mit diesem Schlüssel geschieht',
      submit: 'Weiter',
    },
    failedNext: {
      offline: 'Nichts wurde gespeichert. Adresse und Netzwerk dieses Computers prüfen und erneut versuchen.',
      timeout: 'Nichts wurde gespeichert. Erneut versuchen. Bleibt es dabei, Adresse und Netzwerk prüfen.',
      rateLimited:
        'Nichts wurde gespeichert. In einer Minute erneut versuchen. Andere Programme mit demselben Schlüssel teilen sich das Limit.',
      serverError: 'Nichts wurde gespeichert. In einigen Minuten erneut versuchen.',
      notFound: 'Nichts wurde gespeichert. Die Adresse prüfen: Sie endet auf /v2.',
      redirected: 'Nichts wurde gespeichert. Die endgültige Adresse des Dienstes eingeben.',
    },
  },
  settings: {
    sections: 'Abschnitte der Einstellungen',
    find: 'Einstellung suchen',
    findNone: 'Keine Einstellung passt.',
    findCount: '{n} Abschnitt passt. | {n} Abschnitte passen.',
    accountNote: 'Woher die Daten kommen und mit welchem Schlüssel sie abgefragt werden.',
    accounts: 'Konten',
    accountsNote:
      'Jedes Konto hat seinen eigenen Schlüssel und seine eigenen gespeicherten Daten. Geöffnet ist immer nur eines, und nur dieses wird synchronisiert.',
    open: 'Öffnen',
    openAccount: 'Konto {name} öffnen',
    less: 'Weniger',
    more: 'Mehr',
    isOpen: 'Derzeit geöffnet',
    addAccount: 'Konto hinzufügen',
    addNote:
      'Zuerst wird der Schlüssel geprüft. Das neue Konto wird geöffnet, und seine Übersicht füllt sich beim Einlesen der Container.',
    addSubmit: 'Prüfen und hinzufügen',
    added: 'Konto hinzugefügt',
    addedBack: 'Konto hinzugefügt, mit den dazu aufbewahrten Daten',
    accountName: 'Name',
    accountNameHint: 'Wie Sie es nennen: ein Kunde, eine Niederlassung, ein Team',
    renameAs: 'Name dieses Kontos',
    renamed: 'Umbenannt',
    nameMissing: 'Ein Name ist nötig.',
    remove: 'Dieses Konto entfernen',
    removeTitle: '{name} entfernen',
    removeSays:
      'Der Schlüssel wird vergessen, und das Konto verschwindet aus der Liste. Beim Tracking-Dienst ändert sich nichts.',
    removeData: 'Was auf diesem Computer gespeichert ist',
    removeKeep: 'Datenordner behalten',
    removeKeepNote:
      'Bleibt unter {folder} im Datenordner der App. Wird ein Konto mit demselben Schlüssel hinzugefügt, ist alles wieder da.',
    removeDelete: 'Datenordner löschen',
    removeDeleteNote:
      'Übersicht, Änderungshistorie und selbst Eingetragenes sind endgültig weg: Notizen, Schlagwörter, Zuständige, gespeicherte Ansichten und von Hand gesetzte letzte freie Tage.',
    removeWaiting:
      '{n} Ihrer Änderungen hat den Dienst noch nicht erreicht: | {n} Ihrer Änderungen haben den Dienst noch nicht erreicht:',
    removeWaitingStored: 'Sie warten im Datenordner und werden gesendet, sobald das Konto wieder hinzugefügt ist.',
    removeWaitingDeleted: 'Sie werden mit dem Ordner gelöscht und nie gesendet.',
    removeWaitingUnknown: 'Was auf das Senden wartet, ist jetzt nicht einsehbar. Als es zuletzt geöffnet war: {n}.',
    removeEdit: '{what} von {name}',
    removeRequest: 'Tracking-Anfrage für {number}',
    removeMore: 'und {n} weitere',
    removeSubmit: 'Konto entfernen',
    removed: 'Konto entfernt',
    sampleOn: 'Beispieldaten sind eingeschaltet. Ihr eigenes Konto wird solange nicht gelesen.',
    leaveSample: 'Beispieldaten verlassen',
    reading: 'Synchronisierung',
    readingNote:
      'Wie oft der Dienst abgefragt wird. Container, deren letzter freier Tag heute oder morgen ist, werden mindestens jede Minute gelesen, auch wenn das Lesen angehalten ist.',
    metered: 'Verbindung',
    meteredNote:
      'Kein System teilt einer App mit, dass eine Verbindung nach Volumen bezahlt wird; hier lässt es sich angeben. Gilt für diesen Computer und jedes Konto.',
    meteredChoice: {
      no: 'Nicht getaktet',
      seldom: 'Getaktet: nur alle 5 Minuten alles lesen',
      pause: 'Getaktet: nicht synchronisieren, bis ich aktualisiere',
    },
    battery: 'Im Akkubetrieb',
    batteryChoice: 'Seltener prüfen: jede Minute bei geöffneter Übersicht, sonst alle 5 Minuten',
    batteryUnknown:
      'Im Browser erfährt eine App nicht, womit der Computer läuft. Um weniger zu lesen, die Verbindung auf getaktet stellen.',
    share: 'Anteil am Abfragelimit des Schlüssels',
    shareNote:
      'Der Dienst erlaubt eine bestimmte Zahl von Abfragen je Minute und Schlüssel. Anderen Programmen mit demselben Schlüssel einen Teil lassen. Nur dieses Konto.',
    forget: 'Schlüssel vergessen',
    forgetNote: 'Alles Gespeicherte bleibt; gelesen wird nichts mehr.',
    forgotten: 'Schlüssel entfernt',
    appearance: 'Darstellung',
    theme: 'Farbschema',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    languageNote:
      'Das Fenster wird in der anderen Sprache neu geladen und bleibt, wo es ist. Namen und Texte des Dienstes bleiben, wie sie kommen.',
    systemLanguage: 'Wie das System',
    contrast: 'Kontrast',
    contrasts: { system: 'Wie das System', usual: 'Standard', more: 'Hoch' },
    dateStyle: 'Datum',
    dateStyles: { words: 'Fr 20. Nov', iso: 'Fr 2026-11-20' },
    dateStyleNote: 'Der Wochentag steht bei beiden. Uhrzeiten in 24 Stunden, in der Zeit des Ortes, die genannt wird.',
    deadlines: 'Letzter freier Tag',
    deadlinesNote: 'Jede Quelle bleibt sichtbar, welche auch maßgeblich ist.',
    rule: 'Maßgebliches Datum',
    rules: {
      earliest: 'Frühestes relevantes Datum',
      'line-first': 'Reederei zuerst, wie der eigene LFD des Dienstes',
      'terminal-first': 'Terminal zuerst',
    },
    bands: 'Dringlichkeit nach verbleibenden Tagen',
    bandsNote: 'Ein Datum jenseits der letzten Stufe ist „Später“. Überschritten und heute sind immer eigene Stufen.',
    bandsOrder: 'Die Tage dürfen von einer Stufe zur nächsten nicht abnehmen.',
    upTo: 'Bis',
    tomorrow: 'Morgen',
    soon: 'Bald',
    week: 'Binnen einer Woche',
    homeZone: 'Eigene Zeitzone',
    homeZoneNote: 'Gilt für „heute“ nur, wo der Dienst gar keine Zeitzone nennt. Solche Tage sind gekennzeichnet.',
    percent: '%',
    saved: 'Gespeichert',
    version: 'Quaywatch {version}',
  },
  /** Additional words by which the search and the palette find a section. */
  settingsAlso: {
    accounts: 'konto schlüssel api adresse dienst verbinden kunde anmelden entfernen wechseln anfragen account key',
    office: 'büro team datenbank postgres einladung einladen beitreten kollege mitglied teilen verlassen',
    folders: 'ordner überwachen eingang dokumente hochladen pdf scan folder',
    sync: 'synchronisieren aktualisieren intervall häufigkeit getaktet verbindung akku anfragen refresh anhalten pause',
    notifications:
      'meldungen alarm hinweis pop-up ruhe ruhezeit ton stumm zurückstellen vorlauf snooze test quiet notifications wochenende weekend',
    appearance:
      'design dunkel hell sprache deutsch englisch spanisch chinesisch kontrast datum farben language english español 中文',
    keys: 'taste hotkey kürzel tastatur buchstaben shortcuts',
    deadlines: 'lfd regel quelle früheste reederei terminal stufen zeitzone',
    terminals: 'gate öffnungszeiten geschlossen feiertage kalender wochenende samstag sonntag weekend',
    rates:
      'rate satz demurrage detention per diem kosten tarif freie tage geld währung usd eur csv import export currency',
    links: 'tms url adresse webseite öffnen in verweis',
    snapshots: 'schnappschuss zeitplan automatisch export datei csv excel power bi teilen snapshot ordner folder',
    ownData: 'sicherung wiederherstellen export import umzug computer notizen tags backup',
    privacy: 'speicher platz festplatte löschen aufbewahrung verlauf behalten daten datenschutz storage',
    computer: 'autostart starten symbol schließen fenster protokoll version update desktop',
  },
  computer: {
    title: 'Dieser Computer',
    note: 'Wie die App auf diesem Computer arbeitet. Gilt für jedes Konto.',
    start: 'Start',
    startChoice: 'Quaywatch bei der Anmeldung starten',
    startNote: {
      mac: 'Der Start erfolgt ohne Fenster. Ein Klick auf das Symbol im Dock öffnet eines.',
      windows: 'Der Start erfolgt unsichtbar, wenn Schließen die App weiterlaufen lässt, sonst minimiert.',
      linux: 'Der Start erfolgt unsichtbar, wenn Schließen die App weiterlaufen lässt, sonst minimiert.',
    },
    icon: 'Symbol',
    iconChoice: {
      mac: 'Symbol in der Menüleiste zeigen',
      windows: 'Symbol neben der Uhr zeigen',
      linux: 'Symbol im Infobereich zeigen',
    },
    iconNote: {
      mac: 'Mit der Zahl dringender Meldungen und dem Weg zum Fenster.',
      windows:
        'Mit der Zahl dringender Meldungen und dem Weg zum Fenster. Windows blendet es vielleicht hinter dem Pfeil dort aus.',
      linux:
        'Mit der Zahl dringender Meldungen und dem Weg zum Fenster. Manche Desktops, darunter GNOME, zeigen solche Symbole nur mit einer Erweiterung.',
    },
    closing: 'Schließen des Fensters',
    closingChoice: { quit: 'Beendet Quaywatch', tray: 'Lässt es hinter seinem Symbol weiterlaufen' },
    closingNote:
      'Solange es läuft, kommen Meldungen, werden Ordner überwacht und Ihre Änderungen gesendet. Ist das Symbol nicht zu finden, bringt ein erneuter Start von Quaywatch das Fenster zurück.',
    closingNeedsIcon: 'Beim Weiterlaufen wird auch das Symbol gezeigt: Es ist der Weg zurück zum Fenster.',
    logs: 'Protokoll',
    logsNote:
      'Was die App getan hat, für alle, die Ihnen helfen. Es enthält keinen Schlüssel und nichts Hochgeladenes.',
    openLogs: 'Protokollordner öffnen',
    version: 'Version',
    updates:
      'Quaywatch {version}. Diese Fassung aktualisiert sich nicht selbst; neue Versionen werden auf der Seite des Projekts angekündigt.',
    updatesNowhere:
      'Quaywatch {version}. Diese Fassung aktualisiert sich nicht selbst. Neue Versionen kommen von dort, woher diese stammt.',
    showReleases: 'Neue Versionen zeigen',
  },
}
