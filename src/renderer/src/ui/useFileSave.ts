// Saves a file that the engine prepared. The desktop app asks for the path and reports the result; a browser reports
// nothing.
import { useLinks } from '../engine/engine.ts'
import { fetchFile, putExport } from '../engine/file-access.ts'
import { t } from '../words/words.ts'
import { asAppError } from '../engine/useQuery.ts'
import { useSession } from '../engine/useSession.ts'
import { useToast } from './useToast.ts'

/** `file` is the name under which the host has the content. `name` is the name that the user sees. */
type PreparedFile = { file: string; name: string }

/**
 * The returned function resolves with the name of the file, or with null if the user cancelled or saving failed. It
 * shows a failure itself. In a browser it does not know whether the file was saved, and resolves with the name.
 */
export function useFileSave(): (prepareFile: () => Promise<PreparedFile>) => Promise<string | null> {
  const { shell } = useLinks()
  const isDesktop = useIsDesktop()
  const toast = useToast()
  return async (prepareFile) => {
    try {
      const { file, name } = await prepareFile()
      if (isDesktop()) {
        const { savedAs: savedName } = await shell.call('file.save', { content: file, name })
        if (savedName !== null) toast.say(t('document.saved', { name: savedName }))
        return savedName
      }
      const response = await fetchFile(file)
      downloadInBrowser(await response.blob(), name)
      toast.say(t('document.handedOver'))
      return name
    } catch (error) {
      toast.fail(asAppError(error))
      return null
    }
  }
}

/**
 * Saves a file that the view made. A browser downloads it directly. In the desktop app only the shell can write to
 * disk, and it takes files that the engine prepared.
 */
export function useBlobSave(): (blob: Blob, name: string) => Promise<string | null> {
  const { engine } = useLinks()
  const isDesktop = useIsDesktop()
  const toast = useToast()
  const saveFile = useFileSave()
  return async (blob, name) => {
    if (isDesktop()) {
      return saveFile(async () => {
        // The host stores the blob under this name, and the engine fetches it once.
        const exportName = crypto.randomUUID()
        await putExport(blob, exportName)
        const { file } = await engine.call('exports.take', { name: exportName })
        return { file, name }
      })
    }
    downloadInBrowser(blob, name)
    toast.say(t('document.handedOver'))
    return name
  }
}

function useIsDesktop(): () => boolean {
  const { host } = useSession()
  return () => host.data.value?.host === 'electron'
}

function downloadInBrowser(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the URL in this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
