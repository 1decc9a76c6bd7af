// A list out of a file that was chosen or dropped: read beside the page, then gone through line by line.
import { ref, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { asAppError } from '../../composables/useQuery.ts'
import { useToast } from '../../composables/useToast.ts'
import { useOpenFile } from '../../import/open-file.ts'
import { useAddTracking } from '../../stores/add-tracking.ts'
import { useBatchDraft } from '../../stores/batch-draft.ts'
import { t } from '../../words.ts'

export type FileSource = { take: (files: FileList | null | undefined) => Promise<void>; reading: Ref<string | null> }

export function useFileSource(): FileSource {
  const router = useRouter()
  const toast = useToast()
  const openFile = useOpenFile()
  const draft = useBatchDraft()
  const adding = useAddTracking()
  const reading = ref<string | null>(null)
  return {
    reading,
    take: async (files) => {
      const [file, ...others] = files ?? []
      if (!file || reading.value !== null) return
      if (others.length > 0) toast.say(t('batch.oneFile'))
      reading.value = file.name
      try {
        draft.begin(file.name, await openFile(file))
        adding.isOpen = false
        await router.push({ name: 'add-list' })
      } catch (reason) {
        toast.fail(asAppError(reason))
      } finally {
        reading.value = null
      }
    },
  }
}
