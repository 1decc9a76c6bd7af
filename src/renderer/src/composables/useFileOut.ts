// A file the engine made ready, handed to the user. The desktop app asks where to and says what became of it; a browser
// keeps that to itself.
import { useLinks } from '../engine.ts'
import { fetchFile } from '../file-access.ts'
import { t } from '../words.ts'
import { asAppError } from './useQuery.ts'
import { useSession } from './useSession.ts'
import { useToast } from './useToast.ts'

/** Answers whether it may be on its way; what failed has been said. */
export function useFileOut(): (ready: () => Promise<{ file: string; name: string }>) => Promise<boolean> {
  const { shell } = useLinks()
  const { host } = useSession()
  const toast = useToast()
  return async (ready) => {
    try {
      const { file, name } = await ready()
      if (host.data.value?.host === 'electron') {
        const { isSaved } = await shell.call('file.save', { content: file, name })
        if (isSaved) toast.say(t('document.saved', { name }))
        return isSaved
      }
      const response = await fetchFile(file)
      saveAs(await response.blob(), name)
      toast.say(t('document.handedOver', { name }))
      return true
    } catch (reason) {
      toast.fail(asAppError(reason))
      return false
    }
  }
}

function saveAs(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => { URL.revokeObjectURL(link.href) }, 0)
}
