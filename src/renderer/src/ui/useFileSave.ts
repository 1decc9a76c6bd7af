// Saves a file that the engine prepared. The desktop app asks for the path and reports the result; a browser reports
// nothing.
import { useLinks } from '../engine/engine.ts'
import { fetchFile, putExport } from '../engine/file-access.ts'
import { t } from '../words/words.ts'
import { asAppError } from '../engine/useQuery.ts'
import { useSession } from '../engine/useSession.ts'
import { useToast } from './useToast.ts'

/** Returns the name of the file if it may be saved, otherwise null. A failure was already shown. */
export function useFileSave(): (ready: () => Promise<{ file: string; name: string }>) => Promise<string | null> {
  const { shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  return async (ready) => {
    try {
      const { file, name } = await ready()
      if (host.data.value?.host === 'electron') {
        const { savedAs } = await shell.call('file.save', { content: file, name })
        if (savedAs !== null) toast.say(t('document.saved', { name: savedAs }))
        return savedAs
      }
      const response = await fetchFile(file)
      saveAs(await response.blob(), name)
      toast.say(t('document.handedOver', { name }))
      return name
    } catch (reason) {
      toast.fail(asAppError(reason))
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
  const { host } = useSession()
  const toast = useToast()
  const saveFile = useFileSave()
  return async (blob, name) => {
    if (host.data.value?.host === 'electron') {
      return saveFile(async () => {
        const put = crypto.randomUUID()
        await putExport(blob, put)
        return { ...(await engine.call('exports.take', { name: put })), name }
      })
    }
    saveAs(blob, name)
    toast.say(t('document.handedOver', { name }))
    return name
  }
}

function saveAs(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has read it by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
