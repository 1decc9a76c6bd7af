// Adds files to the inbox. They are sent to the host one after the other, so that only one is in memory, and each
// failure is shown. It works offline: the files then wait in the queue.
import { useRouter } from 'vue-router'
import { AppError } from '#contract/errors.ts'
import { useLinks } from '../../engine/engine.ts'
import { putFile } from '../../engine/file-access.ts'
import { useIntakeStore } from './intake.ts'
import { t, tn } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

export type FileIntake = { take: (files: readonly File[]) => Promise<void>; refuse: (name: string) => void }

export function useIntake(): FileIntake {
  const { engine } = useLinks()
  const router = useRouter()
  const toast = useToast()
  const store = useIntakeStore()
  const check = useCommand(engine, 'folders.check')

  async function sendWaitingFiles() {
    let sentCount = 0
    for (let file = store.next(); file !== null; file = store.next()) {
      try {
        await putFile(file)
        sentCount++
      } catch (reason) {
        store.fail(file.name, asAppError(reason))
      }
      store.doneCount++
    }
    if (sentCount === 0) return
    const outcome = await check.run({})
    // If the state of the queue is unknown, the usual text is shown. The documents screen shows what blocks the queue.
    const isPaused = await engine.call('folders.queue', {}).then(
      (queue) => queue.isPaused,
      () => false,
    )
    const message = tn(isPaused ? 'drop.takenPaused' : 'drop.taken', sentCount)
    if (!outcome.ok) toast.fail(outcome.error)
    else if (router.currentRoute.value.name === 'documents') toast.say(message)
    else toast.sayWith(message, t('drop.show'), () => void router.push({ name: 'documents' }))
  }

  return {
    take: async (files) => {
      // These rules are loaded for the first files. If the host cannot be reached, sending the files fails with the
      // reason.
      const typeRules = await import('#contract/rules/document-types.ts').catch(() => null)
      const { documents = [], others = [] } = Object.groupBy(files, ({ name }) =>
        typeRules?.getContentType(name) === null ? 'others' : 'documents',
      )
      for (const { name } of others)
        store.fail(name, new AppError('documents/type-not-taken', { ending: typeRules?.getExtension(name) ?? '' }))
      const isRunning = store.currentName !== null
      store.add(documents)
      if (!isRunning) await sendWaitingFiles()
    },
    refuse: (name) => store.fail(name, new AppError('documents/not-a-file')),
  }
}
