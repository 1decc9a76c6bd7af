// A file the engine made ready, handed to the user. The desktop app asks where to and says what became of it; a browser
// keeps that to itself.
import { useLinks } from '../engine/engine.ts'
import { fetchFile, putExport } from '../engine/file-access.ts'
import { t } from '../words/words.ts'
import { asAppError } from '../engine/useQuery.ts'
import { useSession } from '../engine/useSession.ts'
import { useToast } from './useToast.ts'

/** Answers the name it may be on its way under; null where it is not. What failed has been said. */
export function useFileOut(): (ready: () => Promise<{ file: string; name: string }>) => Promise<string | null> {
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
 * A file the view has made. In a browser it is handed over as it is; elsewhere only the shell knows the way to the
 * disk, and it takes what the engine made ready.
 */
export function useBlobOut(): (blob: Blob, name: string) => Promise<string | null> {
  const { engine } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  const handOut = useFileOut()
  return async (blob, name) => {
    if (host.data.value?.host === 'electron') {
      return handOut(async () => {
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
  // The browser has taken hold of it by the next turn.
  setTimeout(() => {
    URL.revokeObjectURL(link.href)
  }, 0)
}
