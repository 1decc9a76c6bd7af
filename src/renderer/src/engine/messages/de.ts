// Each failure has one sentence that says what happened (`what`) and one that says what to do (`next`).
import type { errors as english } from './en.ts'
import type { Translation } from '../../words/translation.ts'
import { hostErrors } from '../messages-host/de.ts'

export const errors: Translation<typeof english> = {
  'api/bad-address': {
    what: 'Diese Adresse kann die App nicht abfragen.',
    next: 'Die vollständige Adresse des Tracking-Dienstes eingeben; sie beginnt mit https:// und endet auf /v2. Ohne das s ist nur dieser Computer selbst erlaubt, weil der Schlüssel unterwegs mitgelesen werden könnte.',
  },
  'api/offline': {
    what: 'Der Tracking-Dienst ist nicht erreichbar.',
    next: 'Das Netzwerk dieses Computers prüfen. Die Synchronisierung geht automatisch weiter, sobald der Dienst antwortet.',
  },
  'api/certificate': {
    what: 'Dieser Computer vertraut dem Zertifikat des Dienstes nicht.',
    next: 'Die zuständige IT fragen: Firmen-Proxys brauchen oft ein eigenes Zertifikat auf dem Computer.',
  },
  'api/proxy-login': {
    what: 'Der Proxy Ihres Netzes verlangt Benutzername und Kennwort, die die App nicht senden kann.',
    next: 'Die zuständige IT bitten, die Adresse des Dienstes ohne Anmeldung durch den Proxy zu lassen.',
  },
  'api/proxy-refused': {
    what: 'Der Proxy Ihres Netzes lässt die App nicht durch.',
    next: 'Die zuständige IT bitten, den in den Details genannten Host freizugeben.',
  },
  'api/timeout': {
    what: 'Der Dienst hat nicht rechtzeitig geantwortet.',
    next: 'Die Synchronisierung wird automatisch wiederholt. Bleibt es dabei, das Netzwerk prüfen.',
  },
  'api/unauthorized': {
    what: 'Der Dienst lehnt diesen Schlüssel ab.',
    next: 'Prüfen, ob der Schlüssel vollständig und ohne Anführungs- und Leerzeichen kopiert wurde, und ihn erneut eingeben.',
  },
  'api/forbidden': {
    what: 'Dieser Schlüssel darf das Abgefragte nicht lesen.',
    next: 'Beim Administrator des Kontos erfragen, auf welche Daten der Schlüssel Zugriff hat.',
  },
  'api/not-found': {
    what: 'Der Dienst kennt diesen Datensatz oder diese Adresse nicht.',
    next: 'Die Adresse in den Einstellungen prüfen. Ist nur ein Datensatz betroffen, wurde er vielleicht entfernt.',
  },
  'api/rate-limited': {
    what: 'Das Abfragelimit des Schlüssels ist vorerst ausgeschöpft.',
    next: 'Die Synchronisierung geht automatisch weiter. Andere Programme mit demselben Schlüssel teilen sich das Limit.',
  },
  'api/server-error': {
    what: 'Der Dienst meldet eine eigene Störung.',
    next: 'Hier ist nichts zu tun: Die Synchronisierung wird automatisch wiederholt, und gespeicherte Daten bleiben nutzbar.',
  },
  'api/refused': {
    what: 'Der Dienst hat die Anfrage abgelehnt.',
    next: 'Erneut versuchen. Bleibt es dabei, hat sich der Dienst vielleicht geändert; siehe Details.',
  },
  'api/redirected': {
    what: 'Die Adresse führt an einen anderen Ort, und dorthin wird der Schlüssel nicht gesendet.',
    next: 'Die endgültige Adresse des Dienstes in den Einstellungen eingeben.',
  },
  'api/not-json': {
    what: 'Unter dieser Adresse antwortet etwas, aber nicht der Tracking-Dienst.',
    next: 'Die Adresse prüfen. Auch die Anmeldeseite eines Netzwerks kann stattdessen antworten: zuerst eine Webseite öffnen.',
  },
  'api/malformed': {
    what: 'Die Antwort des Dienstes war nicht lesbar.',
    next: 'Gespeicherte Daten sind unverändert. Bei einer neuen Verbindung die Adresse prüfen.',
  },
  'api/too-large': {
    what: 'Die Antwort des Dienstes ist größer, als die App annimmt.',
    next: 'Gespeicherte Daten sind unverändert. Bei einer neuen Verbindung die Adresse prüfen.',
  },
  'api/too-deep': {
    what: 'Die Antwort des Dienstes ist tiefer verschachtelt, als die App annimmt.',
    next: 'Gespeicherte Daten sind unverändert, und die Synchronisierung wird automatisch wiederholt. Bitte dem Betreiber des Dienstes sagen.',
  },
  'api/too-many-records': {
    what: 'Die Antwort des Dienstes enthält weit mehr Einträge als angefragt: mehr als {most} auf einer Seite.',
    next: 'Gespeicherte Daten sind unverändert, und die Synchronisierung wird automatisch wiederholt. Bitte dem Betreiber des Dienstes sagen.',
  },
  'api/records-left-out': {
    what: 'Einige Einträge einer Liste sind nicht lesbar und wurden ausgelassen ({count}). Alle anderen wurden gelesen.',
    next: 'Die Statusseite nennt sie. Bitte dem Betreiber des Dienstes sagen.',
  },
  'api/link-elsewhere': {
    what: 'Der Link des Dienstes zur nächsten Seite führt zu einem anderen Host, {host}; der Schlüssel wird nicht dorthin gesendet.',
    next: 'Die Synchronisierung beginnt automatisch neu. Bitte dem Betreiber des Dienstes oder des Proxys davor sagen, dass die Links die Adresse aus den Einstellungen nennen müssen.',
  },
  'api/list-short': {
    what: 'Eine Liste des Dienstes endete zu früh: {done} von {total} Einträgen standen darin.',
    next: 'Die Synchronisierung beginnt automatisch neu. Geht es so weiter, dem Betreiber des Dienstes sagen, dass Liste und Anzahl nicht übereinstimmen.',
  },
  'api/list-endless': {
    what: 'Eine Liste des Dienstes endet nicht: Ihre Links zur nächsten Seite führen über ihre eigene Zahl hinaus oder zu nichts Neuem.',
    next: 'Die Synchronisierung wurde dort abgebrochen und beginnt automatisch neu. Bitte dem Betreiber des Dienstes sagen.',
  },
  'api/no-key': {
    what: 'Es ist kein Schlüssel für den Dienst vorhanden.',
    next: 'Den API-Schlüssel des Kontos in den Einstellungen eingeben. Ist einer gespeichert und nicht lesbar, steht dort, warum.',
  },
  'api/other-account': {
    what: 'Der verwendete Schlüssel oder die Adresse gehört zu einem anderen Konto als die Daten, die hier zu sehen sind.',
    next: 'Den Schlüssel dieses Kontos in den Einstellungen eingeben oder dort das andere Konto hinzufügen. Bis dahin wird nichts synchronisiert und nichts Wartendes gesendet.',
  },
  'api/account-unclear': {
    what: 'Es ist nicht sicher, dass der verwendete Schlüssel zu dem hier angezeigten Konto gehört.',
    next: 'Bis das feststeht, wird nichts synchronisiert und nichts Wartendes gesendet. Ist es der Schlüssel dieses Kontos, das bestätigen; sonst den richtigen in den Einstellungen eingeben.',
  },
  'contract/invalid-input': {
    what: 'Ein Teil der App hat von einem anderen etwas verlangt, das dieser nicht annimmt.',
    next: 'Das ist ein Fehler der App. Die letzte Auswahl rückgängig machen oder die Ansicht zurücksetzen.',
  },
  'contract/unknown-call': {
    what: 'Die Teile der App haben verschiedene Versionen.',
    next: 'Alle ihre Fenster schließen und sie neu starten.',
  },
  'engine/disconnected': {
    what: 'Der Teil der App, der Ihre Daten verwaltet, antwortet nicht.',
    next: 'Läuft er noch, wird die Verbindung automatisch wiederhergestellt. Wurde er beendet, die App neu starten.',
  },
  'engine/session-over': {
    what: 'Diese Adresse wurde schon in einem anderen Browser benutzt, oder das Programm wurde neu gestartet.',
    next: 'Die neueste Adresse im Terminalfenster öffnen.',
  },
  'engine/failed': {
    what: 'Der Teil der App, der Ihre Daten verwaltet, konnte nicht gestartet werden.',
    next: 'Neu starten. Nichts Gespeichertes ist verloren.',
  },
  'db/in-use': {
    what: 'Die App hat diese Daten schon an anderer Stelle geöffnet.',
    next: 'Das andere Fenster oder Programm schließen und neu starten.',
  },
  'db/from-the-future': {
    what: 'Diese Daten wurden von einer neueren Version der App geschrieben und bleiben unangetastet.',
    next: 'Die neuere Version wieder installieren.',
  },
  'db/state-broken': {
    what: 'Die Datei mit Ihren Einstellungen und von Hand gesetzten letzten freien Tagen ist beschädigt und wurde beiseitegelegt.',
    next: 'Gibt es eine Sicherung, wird sie verwendet. Bitte die von Hand gesetzten Tage prüfen.',
  },
  'db/mirror-rebuilt': {
    what: 'Die lokale Kopie der Daten des Dienstes war beschädigt und wird neu eingelesen.',
    next: 'Ihre Eingaben sind nicht betroffen. Die Übersicht ist nach dem nächsten vollständigen Einlesen komplett.',
  },
  'db/mirror-renewed': {
    what: 'Was der Dienst gesendet hatte, wurde wie gewünscht gelöscht und wird neu eingelesen.',
    next: 'Ihre Eingaben und die Änderungshistorie sind unverändert. Die Übersicht füllt sich beim Einlesen der Container.',
  },
  'db/state-incomplete': {
    what: 'Die App wurde unerwartet beendet, und ein Teil des zuletzt Gespeicherten ist auf dem Laufwerk beschädigt oder fehlt.',
    next: 'Die letzten Notizen, Änderungen und Anfragen durchsehen und Fehlendes erneut eingeben. Alles früher Gespeicherte ist da.',
  },
  'db/mirror-incomplete': {
    what: 'Die App wurde unerwartet beendet, und ein Teil des zuletzt Gelesenen ist auf dem Laufwerk beschädigt oder fehlt.',
    next: 'Nichts zu tun: Es wird neu gelesen. Änderungen aus den letzten Minuten davor können im Verlauf fehlen.',
  },
  'db/disk-full': {
    what: 'Das Laufwerk ist voll, daher kann nichts Neues gespeichert werden.',
    next: 'Platz schaffen. Die Synchronisierung geht automatisch weiter; was nicht gespeichert wurde, muss noch einmal eingegeben werden.',
  },
  'db/no-room': {
    what: 'Auf dem Laufwerk ist nicht genug Platz, um die gespeicherten Daten zu öffnen. Nichts davon ist verloren.',
    next: 'Dort Platz schaffen; so viel, wie der Datenordner selbst belegt, reicht. Dann neu starten.',
  },
  'db/read-only': {
    what: 'Das Laufwerk mit Ihren Daten lässt sich gerade nur lesen, daher kann nichts gespeichert werden. Nichts früher Gespeichertes ist verloren.',
    next: 'Den Datenordner wieder beschreibbar machen oder sein Laufwerk neu verbinden, dann die App neu starten. Bis dahin lässt sich alles ansehen und kopieren.',
  },
  'db/folder-gone': {
    what: 'Der Ordner mit Ihren Daten ist nicht mehr da: Er wurde umbenannt oder gelöscht, oder sein Laufwerk ist nicht verbunden. Nichts Neues wird gespeichert.',
    next: 'Ihn zurücklegen oder das Laufwerk verbinden, dann die App neu starten. Vorher sichern, was von der Anzeige noch gebraucht wird.',
  },
  'db/disk-error': {
    what: 'Das Laufwerk mit Ihren Daten ließ sich nicht lesen oder beschreiben.',
    next: 'Erneut versuchen. Bleibt es dabei, das Laufwerk und seine Verbindung prüfen und eine Kopie des Datenordners anlegen.',
  },
  'containers/unknown': {
    what: 'Dieser Container ist nicht in den gespeicherten Daten.',
    next: 'Zurück zur Liste; vielleicht wurde er noch nicht gelesen.',
  },
  'containers/date-not-meant': {
    what: 'Dieses Datum kann kein letzter freier Tag sein: Es liegt mehr als ein Jahr zurück oder mehr als zwei Jahre voraus.',
    next: 'Das Jahr prüfen und mit allen vier Ziffern eingeben.',
  },
  'containers/date-set-again': {
    what: 'Der letzte freie Tag dieses Containers wurde seitdem erneut gesetzt oder entfernt.',
    next: 'Die spätere Änderung bleibt. Falls sie falsch ist, im Seitenbereich ändern.',
  },
  'own/no-note': {
    what: 'Diese Notiz gibt es nicht mehr.',
    next: 'Vielleicht wurde sie in einem anderen Fenster entfernt. Bei Bedarf neu schreiben.',
  },
  'shipments/unknown': {
    what: 'Diese Sendung ist nicht in den gespeicherten Daten.',
    next: 'Zurück zur Liste; vielleicht wurde sie noch nicht gelesen.',
  },
  'tracking/unknown': {
    what: 'Diese Tracking-Anfrage ist nicht in den gespeicherten Daten.',
    next: 'Zurück zur Liste; vielleicht wurde sie inzwischen zurückgenommen.',
  },
  'tracking/already-waiting': {
    what: 'Diese Nummer wartet bereits auf das Senden.',
    next: 'Sie steht unter Anfragen und geht hinaus, sobald der Dienst erreichbar ist.',
  },
  'tracking/already-sent': {
    what: 'Diese Anfrage hat den Computer verlassen und lässt sich nicht zurücknehmen.',
    next: 'War sie nicht gewollt, das Tracking in der Webanwendung beenden.',
  },
  'fields/unknown': {
    what: 'Das Konto hat kein solches Zusatzfeld oder keine solche Option.',
    next: 'Vielleicht wurde es inzwischen entfernt. Den Datensatz erneut öffnen.',
  },
  'fields/not-taken': {
    what: 'Dieses Feld nimmt einen solchen Wert nicht auf.',
    next: 'Einen Wert der passenden Art eingeben: eine Zahl mit höchstens sechs Nachkommastellen, ein Datum oder eine seiner Optionen.',
  },
  'tracking/plan-limit': {
    what: 'Ihr Vertrag mit dem Dienst erlaubt keine weiteren Nummern.',
    next: 'Was nicht gesendet ist, wartet hier. Anderes Tracking beenden oder den Vertrag ändern, dann „Weiter senden“ drücken.',
  },
  'tracking/unknown-batch': {
    what: 'Dieser Auftrag wird nicht mehr aufbewahrt, nur die letzten zwanzig.',
    next: 'Seine Nummern stehen in der Liste der Anfragen.',
  },
  'import/empty': {
    what: 'In dieser Datei steht nichts.',
    next: 'Die Datei öffnen und nachsehen, ob die Liste darin ist, dann erneut auswählen.',
  },
  'import/too-big': {
    what: 'Diese Datei ist zu groß für eine Liste von Nummern.',
    next: 'Das Blatt mit den Nummern als eigene Datei speichern, höchstens 20 MB.',
  },
  'import/too-many-lines': {
    what: 'Diese Datei hat mehr Zeilen, als auf einmal durchgesehen werden können.',
    next: 'In Dateien mit höchstens 20.000 Zeilen aufteilen. Ist die Liste kürzer, die Zeilen weit darunter löschen, die noch etwas enthalten.',
  },
  'import/not-a-list': {
    what: 'Dies ist keine lesbare Liste.',
    next: 'Eine CSV- oder Textdatei oder eine Excel-Arbeitsmappe (XLSX) auswählen oder die Nummern einfügen.',
  },
  'import/old-workbook': {
    what: 'Dies ist eine Arbeitsmappe im alten Format (XLS), das nicht gelesen wird.',
    next: 'In Excel öffnen, als „Excel-Arbeitsmappe (.xlsx)“ oder als CSV speichern und jene Datei auswählen.',
  },
  'import/password': {
    what: 'Diese Arbeitsmappe ist mit einem Kennwort geschützt.',
    next: 'In Excel öffnen, eine Kopie ohne Kennwort speichern und die Kopie auswählen; oder die Zellen kopieren und hier einfügen.',
  },
  'import/damaged': {
    what: 'Diese Arbeitsmappe ist beschädigt oder unvollständig.',
    next: 'In Excel öffnen und neu speichern, oder als CSV speichern.',
  },
  'import/too-slow': {
    what: 'Das Lesen dieser Datei dauerte zu lange und wurde beendet.',
    next: 'Nur das Blatt mit den Nummern als CSV speichern und diese Datei auswählen.',
  },
  'documents/unknown': {
    what: 'Dieses Dokument ist hier nicht bekannt.',
    next: 'Vielleicht wurde es beim Dienst entfernt. Die Liste zeigt, was vorhanden ist.',
  },
  'documents/empty': {
    what: 'Die Datei ist leer.',
    next: 'Erneut speichern oder scannen. Sie wird übernommen, sobald etwas darin ist.',
  },
  'documents/too-large': {
    what: 'Die Datei ist größer als 500 MB.',
    next: 'Aufteilen oder mit geringerer Auflösung scannen.',
  },
  'documents/not-readable': {
    what: 'Die Datei darf nicht gelesen werden.',
    next: 'Diesem Benutzer Leserechte geben. Der Versuch wird automatisch wiederholt.',
  },
  'documents/locked': {
    what: 'Ein anderes Programm hat die Datei geöffnet.',
    next: 'Dort schließen. Sie wird übernommen, sobald sie frei ist.',
  },
  'documents/online-only': {
    what: 'Die Datei liegt in der Cloud und nicht auf diesem Computer.',
    next: 'Ihren Ordner öffnen und wählen, dass sie auf diesem Computer bleibt.',
  },
  'documents/not-finished': {
    what: 'Das Ende der Datei fehlt: Das schreibende Programm hat vielleicht mittendrin aufgehört.',
    next: 'Sie wurde so gesendet. Ansehen und bei fehlenden Seiten erneut speichern.',
  },
  'documents/not-a-file': {
    what: 'Dies ist ein Ordner oder eine Verknüpfung, keine Datei.',
    next: 'Die Datei selbst in den überwachten Ordner legen.',
  },
  'documents/type-not-taken': {
    what: 'Dateien dieser Art liest der Dienst nicht als Dokumente.',
    next: 'Als PDF, Bild, Text oder Tabelle speichern.',
  },
  'documents/refused': {
    what: 'Der Dienst nimmt diese Datei nicht an.',
    next: 'Den Grund lesen, beheben und erneut versuchen.',
  },
  'documents/not-arriving': {
    what: 'Der Dienst konnte die Datei dreimal nicht speichern.',
    next: 'Später erneut versuchen. Eine Kopie bleibt so viele Tage erhalten, wie unter Einstellungen, Datenschutz & Speicher gewählt ist.',
  },
  'documents/not-extracted': {
    what: 'Der Dienst konnte nichts herauslesen.',
    next: 'Den Typ von Hand setzen und erneut lesen lassen, oder das Dokument selbst ansehen.',
  },
  'documents/gone': {
    what: 'Dieses Dokument wurde beim Dienst gelöscht.',
    next: 'Die Datei haben Sie noch: bei Bedarf erneut hochladen.',
  },
  'documents/no-file': {
    what: 'Es gibt keine Datei zum Anzeigen.',
    next: 'Weder dieser Computer noch der Dienst kann die Datei jetzt liefern. Am Herkunftsort öffnen oder später erneut versuchen.',
  },
  'documents/too-large-to-open': {
    what: 'Die Datei ist größer als 100 MB, und hier liegt keine Kopie davon.',
    next: 'Dort öffnen, woher sie kam, oder in der Anwendung des Dienstes.',
  },
  'documents/not-kept': {
    what: 'Hier liegt keine Kopie dieser Datei mehr, und im überwachten Ordner ist sie nicht mehr wie zuvor.',
    next: 'Erneut in einen überwachten Ordner legen oder auf das Fenster ziehen.',
  },
  'documents/not-an-image': {
    what: 'Nur Bilder lassen sich drehen.',
    next: 'Dort drehen, wo sie entstanden ist, und erneut hochladen.',
  },
  'documents/check-needed': {
    what: 'Ob das ausgeführt wurde, ist nicht bekannt: Es kam keine Antwort.',
    next: 'Das Dokument ansehen und, falls nicht, erneut beauftragen.',
  },
  'documents/not-dropped': {
    what: 'Die Datei konnte nicht übernommen werden.',
    next: 'Erneut ablegen. Nichts davon ist zurückgeblieben.',
  },
  'documents/no-preview': {
    what: 'Dateien dieser Art lassen sich hier nicht anzeigen.',
    next: 'Eine Kopie speichern und im passenden Programm öffnen.',
  },
  'documents/password': {
    what: 'Die Datei ist mit einem Kennwort gesperrt.',
    next: 'Ohne Kennwort speichern und erneut hochladen.',
  },
  'documents/damaged': {
    what: 'Die Datei ist beschädigt und lässt sich nicht anzeigen.',
    next: 'Eine Kopie speichern und prüfen, ob ein anderes Programm sie öffnet, oder neu speichern.',
  },
  'documents/page-damaged': {
    what: 'Seite {page} ist beschädigt und lässt sich nicht anzeigen.',
    next: 'Die anderen Seiten schon. Eine Kopie speichern und prüfen, ob ein anderes Programm diese zeigt.',
  },
  'emails/unknown': {
    what: 'Diese E-Mail ist hier nicht bekannt.',
    next: 'Zurück zur Liste. Vielleicht wurde die E-Mail beim Dienst entfernt.',
  },
  'alerts/unknown': {
    what: 'Diese Meldung ist nicht mehr in der Liste.',
    next: 'Meldungen werden nach 90 Tagen gelöscht.',
  },
  'edits/unknown': {
    what: 'Diese Änderung ist nicht unter den gespeicherten.',
    next: 'Zurück zur Liste. Vielleicht wurde die Änderung zurückgenommen oder ausgeführt.',
  },
  'edits/already-sent': {
    what: 'Diese Änderung hat den Computer verlassen und lässt sich nicht zurücknehmen.',
    next: 'Den Wert erneut ändern: Die nächste Änderung folgt ihr.',
  },
  ...hostErrors,
  internal: {
    what: 'Der App ist ein Fehler unterlaufen.',
    next: 'Erneut versuchen. Einzelheiten stehen im Protokoll.',
  },
}
