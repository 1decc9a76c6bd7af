// The texts of failures between the app, this computer, the user's files and the office's database. The other failures
// are in messages/.
import type { hostErrors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'

export const hostErrors: Translation<typeof english> = {
  'folders/unknown': {
    what: 'Dieser Ordner wird nicht mehr überwacht.',
    next: 'In den Einstellungen erneut hinzufügen.',
  },
  'folders/not-found': {
    what: 'Unter diesem Pfad gibt es keinen Ordner.',
    next: 'Die Schreibweise prüfen. Ein Netzlaufwerk muss zuerst verbunden sein.',
  },
  'folders/not-answering': {
    what: 'Dieser Ordner antwortet nicht.',
    next: 'Die Verbindung zum Netzlaufwerk oder Datenträger prüfen, auf dem er liegt, dann erneut versuchen.',
  },
  'folders/not-a-folder': {
    what: 'Dieser Pfad führt zu einer Datei.',
    next: 'Den Ordner angeben, in dem die Datei liegt.',
  },
  'folders/not-readable': {
    what: 'Dieser Ordner darf nicht gelesen werden.',
    next: 'Bei der zuständigen Person Leserechte anfordern oder einen anderen wählen.',
  },
  'folders/not-writable': {
    what: 'In diesem Ordner dürfen Dateien nicht geschrieben oder verschoben werden.',
    next: 'Schreibrechte anfordern, einen anderen Ordner wählen oder die Dateien eines überwachten Ordners liegen lassen.',
  },
  'folders/already-watched': {
    what: 'Dieser Ordner oder einer darüber oder darunter wird schon überwacht.',
    next: 'Zuerst den anderen entfernen.',
  },
  'folders/own-data': {
    what: 'Dies ist ein Ordner von Quaywatch selbst.',
    next: 'Den Ordner wählen, in dem die Dokumente gespeichert werden.',
  },
  'folders/not-picked': {
    what: 'Dieser Ordner wurde nicht im Dialog des Computers ausgewählt.',
    next: '„Ordner auswählen“ drücken und ihn dort auswählen.',
  },
  'own-data/not-ours': {
    what: 'Dies ist keine Datei mit eigenen Daten aus Quaywatch. Nichts wurde geändert.',
    next: 'Die Datei auswählen, die unter Einstellungen, Eigene Daten gespeichert wurde. Ihr Name beginnt mit quaywatch-own-data.',
  },
  'own-data/damaged': {
    what: 'Diese Datei ist beschädigt oder wurde von Hand geändert: Ihr Inhalt passt nicht zur Prüfsumme. Nichts wurde geändert.',
    next: 'Die Datei auf dem anderen Computer erneut speichern oder noch einmal kopieren.',
  },
  'own-data/newer': {
    what: 'Diese Datei stammt aus einer neueren Version von Quaywatch; Teile davon gingen hier verloren. Nichts wurde geändert.',
    next: 'Quaywatch auf diesem Computer aktualisieren, dann die Datei erneut auswählen.',
  },
  'own-data/gone': {
    what: 'Diese Daten sind nicht mehr hier: Sie wurden geändert, oder die Kopie wurde gelöscht. Nichts wurde geändert.',
    next: 'Die Liste erneut öffnen oder die Datei erneut auswählen.',
  },
  'snapshots/unknown': {
    what: 'Diesen Schnappschuss gibt es nicht mehr.',
    next: 'Sehen Sie sich die Liste der Schnappschüsse neu an.',
  },
  'snapshots/too-many': {
    what: 'Für einen weiteren Schnappschuss ist kein Platz.',
    next: 'Entfernen Sie einen, der nicht mehr gebraucht wird.',
  },
  'snapshots/same-file': {
    what: 'Ein anderer Schnappschuss schreibt in diesen Ordner eine Datei desselben Namens.',
    next: 'Lassen Sie den Namen anders beginnen, oder wählen Sie einen anderen Ordner.',
  },
  'snapshots/watched-folder': {
    what: 'Dateien in diesem Ordner werden hochgeladen, daher wird nichts hineingeschrieben.',
    next: 'Wählen Sie einen anderen Ordner, oder überwachen Sie diesen nicht mehr.',
  },
  'snapshots/nothing-yet': {
    what: 'Die Container wurden noch nicht vollständig gelesen, daher wird nichts geschrieben.',
    next: 'Warten Sie, bis das erste Lesen vollständig ist, und schreiben Sie ihn dann.',
  },
  'snapshots/other-file': {
    what: 'In dem Ordner liegt eine Datei dieses Namens, die nicht von diesem Schnappschuss stammt. Sie wurde nicht angetastet.',
    next: 'Die Datei woandershin legen oder dem Schnappschuss einen anderen Dateinamen geben. Alle 15 Minuten ein neuer Versuch.',
  },
  'snapshots/locked': {
    what: 'Der Schnappschuss wurde nicht geschrieben: Ein anderes Programm hält die Datei.',
    next: 'Schließen Sie sie dort, oder lassen Sie die Synchronisierung zu Ende laufen. Alle 15 Minuten ein neuer Versuch.',
  },
  'snapshots/no-room': {
    what: 'Der Schnappschuss wurde nicht geschrieben: Auf diesem Laufwerk ist kein Platz mehr.',
    next: 'Schaffen Sie dort Platz. Alle 15 Minuten ein neuer Versuch.',
  },
  'snapshots/folder-gone': {
    what: 'Der Schnappschuss wurde nicht geschrieben: Sein Ordner ist nicht da.',
    next: 'Verbinden Sie das Laufwerk oder die Freigabe, oder wählen Sie einen anderen Ordner. Alle 15 Minuten ein neuer Versuch.',
  },
  'snapshots/not-written': {
    what: 'Der Schnappschuss wurde nicht geschrieben: Der Ordner hat ihn nicht angenommen.',
    next: 'Prüfen Sie das Laufwerk oder die Freigabe, oder wählen Sie einen anderen Ordner. Alle 15 Minuten ein neuer Versuch.',
  },
  'links/not-an-address': {
    what: 'Das ist keine Adresse, die geöffnet werden kann.',
    next: 'Kopieren Sie sie ganz aus dem anderen Programm; sie beginnt wie https:// und hat keine Leerzeichen.',
  },
  'links/scheme-refused': {
    what: 'Adressen, die so beginnen, werden nie geöffnet.',
    next: 'Nehmen Sie die Adresse einer Webseite oder eine Adresse des anderen Programms, wie sein Hersteller sie angibt.',
  },
  'links/unknown-place': {
    what: 'Einen solchen Platzhalter gibt es nicht.',
    next: 'Nehmen Sie einen der Platzhalter unter dem Feld, so geschrieben wie dort.',
  },
  'links/place-in-host': {
    what: 'Der Name der Website kann nicht aus einem Datensatz kommen.',
    next: 'Schreiben Sie ihn aus, und setzen Sie Platzhalter hinter den ersten einzelnen Schrägstrich.',
  },
  'links/too-many': {
    what: 'Für eine weitere Adresse ist kein Platz.',
    next: 'Entfernen Sie eine, die nicht mehr gebraucht wird.',
  },
  'rates/same-terms': {
    what: 'Für dieselben Container gibt es schon einen Tarif.',
    next: 'Jenen ändern oder hier eine andere Reederei, ein anderes Terminal, einen anderen Typ oder eine andere Länge angeben.',
  },
  'own-data/not-taken': {
    what: 'Die Datei konnte nicht übernommen werden. Nichts wurde geändert.',
    next: 'Prüfen, ob die Datei lesbar ist und auf diesem Laufwerk Platz ist, dann erneut auswählen.',
  },
  'export/too-many-rows': {
    what: 'Eine Arbeitsmappe fasst 1.048.575 Zeilen, und diese Liste hat mehr. Nichts wurde geschrieben.',
    next: 'Die Liste mit einem Filter eingrenzen oder als CSV exportieren.',
  },
  'export/list-changed': {
    what: 'Die Liste wurde während des Schreibens umsortiert. Nichts wurde geschrieben.',
    next: 'Erneut exportieren.',
  },
  'export/not-written': {
    what: 'Die Datei konnte nicht geschrieben werden. Nichts davon ist zurückgeblieben.',
    next: 'Prüfen, ob auf diesem Laufwerk Platz ist, dann erneut exportieren.',
  },
  'shell/membership-not-stored': {
    what: 'Dieser Computer kann keine Mitgliedschaft in einem Büro speichern.',
    next: 'Einen Schlüsselbund einrichten und Quaywatch neu starten.',
  },
  'shell/key-not-stored': {
    what: 'Der Schlüssel konnte auf diesem Computer nicht gespeichert werden.',
    next: 'Einen anderen Aufbewahrungsort wählen.',
  },
  'shell/key-for-other-address': {
    what: 'Der gespeicherte Schlüssel wurde für eine andere Adresse eingegeben und wird an diese nicht gesendet.',
    next: 'Auch den Schlüssel für die neue Adresse eingeben.',
  },
  'shell/key-in-other-account': {
    what: 'Das Konto „{account}“ hat diesen Schlüssel bereits.',
    next: 'Zu jenem Konto wechseln oder einen anderen Schlüssel eingeben.',
  },
  'shell/other-account': {
    what: 'Dieser Schlüssel oder diese Adresse gehört zu einem anderen Konto als „{account}“. Nichts wurde geändert.',
    next: 'In den Einstellungen unter „Konten“ als eigenes Konto öffnen.',
  },
  'shell/name-in-other-account': {
    what: 'Ein anderes Konto heißt bereits „{account}“.',
    next: 'Einen Namen wählen, der sie unterscheidet: Er steht über jeder Ansicht.',
  },
  'shell/account-unknown': {
    what: 'Dieses Konto steht nicht mehr in der Liste.',
    next: 'Ein anderes aus der Liste wählen.',
  },
  'shell/data-not-deleted': {
    what: 'Das Konto wurde entfernt und sein Schlüssel vergessen, aber der Datenordner konnte nicht gelöscht werden.',
    next: 'Andere Programme schließen, die ihn verwenden könnten, und den Ordner von Hand löschen, oder das Konto erneut hinzufügen und noch einmal entfernen.',
  },
  'shell/settings-reset': {
    what: 'Die Einstellungsdatei der App war nicht lesbar und wurde auf die Vorgaben zurückgesetzt.',
    next: 'Dienstadresse und Farbschema in den Einstellungen prüfen.',
  },
  'shell/service-did-not-start': {
    what: 'Der Dienst für Beispieldaten ist nicht gestartet.',
    next: 'Erneut versuchen oder das eigene Konto verbinden.',
  },
  'shell/no-dialog': {
    what: 'Dieses Fenster kann keinen Dialog zur Ordnerauswahl zeigen.',
    next: 'Den Pfad des Ordners eintippen.',
  },
  'shell/copy-no-room': {
    what: 'Die Kopie wurde nicht gespeichert: Auf jenem Laufwerk ist kein Platz dafür.',
    next: 'Dort Platz schaffen oder anderswo speichern.',
  },
  'shell/copy-refused': {
    what: 'Die Kopie wurde nicht gespeichert: In den Ordner oder die gleichnamige Datei darin kann nicht geschrieben werden.',
    next: 'Einen anderen Ordner oder Namen wählen oder das Programm schließen, in dem die Datei offen ist, und erneut speichern.',
  },
  'shell/pdf-not-made': {
    what: 'Das PDF konnte nicht erstellt werden.',
    next: 'Noch einmal versuchen, oder drucken und im Druckdialog „Als PDF speichern“ wählen.',
  },
  'shell/copy-not-saved': {
    what: 'Die Kopie wurde nicht gespeichert: Der gewählte Ort hat sie nicht angenommen oder ist nicht mehr da.',
    next: 'Prüfen, ob das Laufwerk oder die Freigabe verbunden ist, oder anderswo speichern.',
  },
  'shell/link-refused': {
    what: 'Dieser Link wurde nicht geöffnet: Er gehört zu denen, die nicht geöffnet werden dürfen.',
    next: 'Den Link kopieren, wenn er sicher ist.',
  },
  'shell/links-too-many': {
    what: 'Mehrere Links wurden auf einmal geöffnet; dieser wurde daher nicht geöffnet.',
    next: 'Eine Minute warten und ihn erneut öffnen.',
  },
  'shell/login-refused': {
    what: 'Dieser Computer hat die Änderung an den Autostart-Programmen nicht angenommen.',
    next: 'In den Einstellungen des Computers ändern oder die zuständige IT fragen.',
  },
  'shell/desktop-only': {
    what: 'Das kann nur die Desktop-App, und dies ist ihre Seite im Browser.',
    next: 'Die Desktop-App öffnen.',
  },
  'office/unreachable': {
    what: 'Die Datenbank des Büros ist nicht erreichbar.',
    next: 'Die Netzwerkverbindung dieses Computers prüfen. Mit den gespeicherten Daten kann weitergearbeitet werden.',
  },
  'office/certificate': {
    what: 'Dieser Computer vertraut dem Zertifikat der Datenbank des Büros nicht.',
    next: 'Die Verwaltung des Büros fragen, ob das Zertifikat ersetzt wurde.',
  },
  'office/tls-required': {
    what: 'Die Datenbank des Büros verschlüsselt ihre Verbindungen nicht, deshalb verbindet sich die App nicht.',
    next: 'Die Verwaltung des Büros bitten, TLS in PostgreSQL einzuschalten.',
  },
  'office/login-refused': {
    what: 'Die Datenbank des Büros lehnt diese Anmeldung ab.',
    next: 'Benutzername und Passwort prüfen oder die Verwaltung des Büros fragen.',
  },
  'office/no-database': {
    what: 'Der Server hat keine Datenbank mit diesem Namen.',
    next: 'Die Adresse des Büros prüfen oder dessen Verwaltung fragen.',
  },
  'office/too-many-connections': {
    what: 'Die Datenbank des Büros nimmt keine weiteren Verbindungen an.',
    next: 'Die Verwaltung des Büros bitten, max_connections in PostgreSQL zu erhöhen. Jeder Computer braucht zwei Verbindungen.',
  },
  'office/follows': {
    what: 'Ein anderer Computer des Büros liest den Dienst und sendet die Anfragen.',
    next: 'An jenem Computer ausführen oder warten, bis dieser übernimmt.',
  },
  'office/other-account': {
    what: 'Der Schlüssel auf diesem Computer gehört nicht zum Konto des Büros.',
    next: 'Den Schlüssel des Büros in den Einstellungen eingeben oder die Verwaltung des Büros um die Datei dieses Kontos bitten.',
  },
  'office/key-changed': {
    what: 'Das Büro hat noch den früheren API-Schlüssel dieses Kontos.',
    next: 'Die Verwaltung des Büros bitten, den neuen Schlüssel auf dem eigenen Computer in den Einstellungen einzugeben.',
  },
  'office/no-leader': {
    what: 'Zurzeit liest kein Computer des Büros den Dienst.',
    next: 'Quaywatch auf einem Computer starten, der lesen darf, oder den Hintergrunddienst des Büros starten.',
  },
  'office/not-away': {
    what: 'Das Büro ist wieder erreichbar oder seit weniger als 15 Minuten nicht erreichbar.',
    next: 'Bleibt das Büro nicht erreichbar, später erneut versuchen.',
  },
  'office/handed-over': {
    what: 'Der Computer „{device}“ des Büros sendet dies als Nächstes.',
    next: 'Wird gesendet, sobald jener Computer senden kann. Quaywatch kann inzwischen geschlossen werden.',
  },
  'office/too-large': {
    what: 'Zu groß, um von einem anderen Computer des Büros gesendet zu werden.',
    next: 'Kürzen oder an dem Computer ändern, der den Dienst liest.',
  },
  'office/full': {
    what: 'Die Festplatte der Datenbank des Büros ist voll.',
    next: 'Die Verwaltung des Büros bitten, Platz zu schaffen.',
  },
  'office/busy': {
    what: 'Die Datenbank des Büros hat zu lange gebraucht.',
    next: 'Später erneut versuchen. Mit den gespeicherten Daten kann weitergearbeitet werden.',
  },
  'office/not-a-member': {
    what: 'Dieses Konto ist kein Mitglied dieses Büros.',
    next: 'Die Verwaltung des Büros fragen. Die Daten auf diesem Computer bleiben lesbar.',
  },
  'office/not-allowed': {
    what: 'Die eigene Rolle im Büro lässt das nicht zu.',
    next: 'Die Verwaltung des Büros um eine andere Rolle bitten.',
  },
  'office/too-old': {
    what: 'Das Büro verlangt eine neuere Version von Quaywatch.',
    next: 'Quaywatch aktualisieren. Bis dahin kann mit den Daten auf diesem Computer weitergearbeitet werden.',
  },
  'office/newer': {
    what: 'Dieses Büro wurde von einer neueren Version von Quaywatch eingerichtet. Es wurde nichts geändert.',
    next: 'Quaywatch auf diesem Computer aktualisieren und es dann erneut versuchen.',
  },
  'office/server-too-old': {
    what: 'Das Büro braucht PostgreSQL 14 oder neuer, und dieser Server ist älter.',
    next: 'Die Verwaltung des Servers um eine neuere Version bitten.',
  },
  'office/too-many-tasks': {
    what: 'Die Höchstzahl der Anfragen an das Büro für einen Tag ist erreicht.',
    next: 'Morgen erneut versuchen.',
  },
  'office/address-invalid': {
    what: 'Das ist weder die Adresse einer Datenbank noch eine Einladung.',
    next: 'Die ganze Adresse (postgres://…) oder die ganze Einladung eingeben.',
  },
  'office/invitation-invalid': {
    what: 'Diese Einladung ist beschädigt oder unvollständig.',
    next: 'Den ganzen Link kopieren oder die Verwaltung des Büros um eine neue Einladung bitten.',
  },
  'office/invitation-used': {
    what: 'Diese Einladung wurde schon verwendet oder durch eine neuere ersetzt.',
    next: 'Die Verwaltung des Büros um eine neue Einladung bitten.',
  },
  'office/no-key': {
    what: 'Dieses Konto hat keinen API-Schlüssel, und ein Büro braucht einen.',
    next: 'Den API-Schlüssel des Kontos in den Einstellungen eingeben und es dann erneut versuchen.',
  },
  'office/exists': {
    what: 'In dieser Datenbank gibt es schon ein Büro.',
    next: 'Die Adresse erneut prüfen, um ihm beizutreten, oder eine andere Datenbank verwenden.',
  },
  'office/login-rights': {
    what: 'Diese Anmeldung darf in der Datenbank nicht anlegen, was ein Büro braucht. Es wurde nichts geändert.',
    next: 'Die Verwaltung der Datenbank bitten, der Anmeldung die Rechte CREATEROLE und CREATE für die Datenbank zu geben.',
  },
  'office/last-admin': {
    what: 'Dieses Mitglied verwaltet das Büro als einziges.',
    next: 'Zuerst ein weiteres Mitglied einladen, das das Büro verwaltet.',
  },
}
