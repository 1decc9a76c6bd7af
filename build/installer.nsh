; What the program writes into the registry of the person who runs it, taken away when it is uninstalled. Their data
; (%APPDATA%\Quaywatch) stays: it holds what nobody can send again. An update uninstalls the old version first, and
; must leave all this alone.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ; Links of quaywatch:// go to the last program that asked for them; only our own entry is ours to remove.
    ReadRegStr $0 HKCU "Software\Classes\quaywatch\shell\open\command" ""
    StrCpy $1 '"$INSTDIR\'
    StrLen $2 $1
    StrCpy $3 $0 $2
    ${if} $3 == $1
      DeleteRegKey HKCU "Software\Classes\quaywatch"
    ${endIf}
    ; Start at login: Electron names the value after the application's id.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"
    ; Clicks on notifications: the id that src/main/windows-identity.ts gives to setToastActivatorCLSID.
    DeleteRegKey HKCU "Software\Classes\CLSID\{6E0B5C0E-3A43-4B0B-9A0C-6C7B6F1D2A57}"
    ; Installed for everybody the entry in the Start menu is a common one, and Electron makes each person one of their own,
    ; so that Windows shows notifications. Those of others stay: nobody may delete in their folders.
    ${if} $installMode == "all"
      SetShellVarContext current
      Delete "$SMPROGRAMS\Quaywatch.lnk"
      SetShellVarContext all
    ${endIf}
  ${endIf}
!macroend
