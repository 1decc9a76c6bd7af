// The sections of Settings in their order: for the list beside them, for the search, and for the command palette.
import { useRouter } from 'vue-router'
import type { HostState } from '#contract/shell.ts'
import type { Verb } from '../../ui/useVerbs.ts'
import { t, type PlainWord } from '../../words/words.ts'

/** `id`: the hash of the address. `also`: additional words for the search. */
const allSections = [
  { id: 'accounts', title: 'settings.accounts', also: 'settingsAlso.accounts' },
  { id: 'office', title: 'office.title', also: 'settingsAlso.office' },
  { id: 'folders', title: 'folder.title', also: 'settingsAlso.folders' },
  { id: 'sync', title: 'settings.reading', also: 'settingsAlso.sync' },
  { id: 'notifications', title: 'notify.title', also: 'settingsAlso.notifications' },
  { id: 'appearance', title: 'settings.appearance', also: 'settingsAlso.appearance' },
  { id: 'keys', title: 'keysPage.title', also: 'settingsAlso.keys' },
  { id: 'deadlines', title: 'settings.deadlines', also: 'settingsAlso.deadlines' },
  { id: 'terminals', title: 'terminal.name', also: 'settingsAlso.terminals' },
  { id: 'rates', title: 'rate.list.name', also: 'settingsAlso.rates' },
  { id: 'links', title: 'link.title', also: 'settingsAlso.links' },
  { id: 'snapshots', title: 'snapshot.title', also: 'settingsAlso.snapshots' },
  { id: 'own-data', title: 'ownData.title', also: 'settingsAlso.ownData' },
  { id: 'privacy', title: 'keep.title', also: 'settingsAlso.privacy' },
  { id: 'computer', title: 'computer.title', also: 'settingsAlso.computer' },
] as const satisfies readonly { id: string; title: PlainWord; also: PlainWord }[]

export type SectionId = (typeof allSections)[number]['id']
export type Section = { id: SectionId; label: string; also: string }

const titles = new Map<SectionId, PlainWord>(allSections.map(({ id, title }) => [id, title]))

/** The title of a section, also before the host has answered. */
export function formatSectionTitle(id: SectionId): string {
  const title = titles.get(id)
  return title === undefined ? '' : t(title)
}

/** The sections that this host has. */
export function listSettingsSections(host: HostState): Section[] {
  return allSections
    .filter(({ id }) => id !== 'computer' || host.desktop !== null)
    .map(({ id, title, also }) => ({ id, label: t(title), also: t(also) }))
}

/** Creates one verb for each section. */
export function useSettingsVerbs(): (host: HostState | null) => Verb[] {
  const router = useRouter()
  return (host) =>
    (host === null ? [] : listSettingsSections(host)).map(({ id, label, also }) => ({
      id: `settings ${id}`,
      group: 'app',
      label: t('phrase.labelled', { what: t('screen.settings'), how: label }),
      also,
      run: () => void router.push({ name: 'settings', hash: `#${id}` }),
    }))
}
