// Exports and imports own data. The host stores the settings of the computer, which do not belong to an account. They
// are added to an export, and set after an import.
import { computed, shallowRef } from 'vue'
import { OWN_PARTS } from '#contract/rules/own-parts.ts'
import type { ComputerSettings, OwnDataBackup, OwnDataFile, RestoreMode } from '#contract/own-data.ts'
import { useLinks } from '../../engine/engine.ts'
import { putOwnData } from '../../engine/file-access.ts'
import { t } from '../../words/words.ts'
import { asAppError, createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { useFileSave } from '../../ui/useFileSave.ts'
import { useSession } from '../../engine/useSession.ts'
import { useToast } from '../../ui/useToast.ts'

export function useOwnData() {
  const { engine } = useLinks()
  const { getComputerSettings, setComputerSettings } = useComputerSettings()
  const toast = useToast()
  const saveFile = useFileSave()
  const ownData = useQuery(
    engine,
    'ownData.get',
    () => ({}),
    createChangeTrigger(['settings', 'views', 'alerts', 'containers', 'documents', 'requests', 'folders']),
  )
  /** The file that was checked and is not restored yet. */
  const checkedFile = shallowRef<OwnDataFile | null>(null)
  const { isBusy, runBusy } = useBusy()

  async function restoreBackup(id: string) {
    const outcome = await engine.call('ownData.goBack', { id, computer: getComputerSettings() })
    await setComputerSettings(outcome.computer)
    ownData.refetch()
    toast.say(t('ownData.undone'))
  }

  return {
    parts: computed(() => ownData.data.value?.parts ?? null),
    backups: computed<readonly OwnDataBackup[]>(() => ownData.data.value?.backups ?? []),
    checkedFile,
    isBusy,
    save: () =>
      runBusy(async () => {
        await saveFile(() =>
          engine.call('ownData.export', { computer: getComputerSettings(), about: listAboutTexts() }),
        )
      }),
    check: (file: File) =>
      runBusy(async () => {
        const name = `${crypto.randomUUID()}.json`
        await putOwnData(file, name)
        checkedFile.value = await engine.call('ownData.check', { name })
      }),
    restore: (mode: RestoreMode) =>
      runBusy(async () => {
        const id = checkedFile.value?.id
        if (id === undefined) return
        const outcome = await engine.call('ownData.restore', { id, how: mode, computer: getComputerSettings() })
        checkedFile.value = null
        await setComputerSettings(outcome.computer)
        ownData.refetch()
        toast.sayUndoable(t('ownData.done'), () => void runBusy(() => restoreBackup(outcome.backup.id)))
      }),
    goBack: (id: string) => runBusy(() => restoreBackup(id)),
  }
}

/** Lists the texts at the top of the file, which describe its content. */
function listAboutTexts(): string[] {
  const parts = [...OWN_PARTS, 'computer' as const].map((part) => t(`ownData.parts.${part}`)).join('; ')
  return [t('ownData.about'), t('ownData.aboutIn', { parts }), t('ownData.notIn')]
}

/** Runs work, keeps whether it is running, and shows its error. */
function useBusy() {
  const toast = useToast()
  const isBusy = shallowRef(false)
  const runBusy = async (work: () => Promise<void>) => {
    isBusy.value = true
    try {
      await work()
    } catch (reason) {
      toast.fail(asAppError(reason))
    }
    isBusy.value = false
  }
  return { isBusy, runBusy }
}

function useComputerSettings() {
  const { shell } = useLinks()
  const { host } = useSession()
  return {
    getComputerSettings: (): ComputerSettings => {
      const {
        theme = 'system',
        metered = 'no',
        sparesBattery = null,
        keys = { custom: {}, hasSingleKeys: true },
        appearance = { dateStyle: 'words', contrast: 'system' },
      } = host.data.value ?? {}
      return { theme, metered, sparesBattery, keys, looks: appearance }
    },
    setComputerSettings: async (settings: ComputerSettings | null) => {
      if (!settings) return
      await shell.call('host.setTheme', { theme: settings.theme })
      await shell.call('host.setAppearance', settings.looks)
      await shell.call('host.setKeys', settings.keys)
      await shell.call('host.setReading', {
        metered: settings.metered,
        sparesBattery: settings.sparesBattery ?? host.data.value?.sparesBattery ?? true,
      })
    },
  }
}
