// Verbs that are available on every screen. Screens add their own with useVerbs.
import { computed, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { Theme } from '#contract/shell.ts'
import type { Accounts } from '../features/accounts/useAccounts.ts'
import { useCommand, type Outcome } from '../engine/useCommand.ts'
import { useDiagnostics } from '../features/status/diagnostics.ts'
import { createChangeTrigger, useQuery } from '../engine/useQuery.ts'
import { useSession } from '../engine/useSession.ts'
import { useToast } from '../ui/useToast.ts'
import { useUndo } from '../ui/useUndo.ts'
import { useVerbs, type Verb } from '../ui/useVerbs.ts'
import { useLinks } from '../engine/engine.ts'
import { useSettingsVerbs } from '../features/settings/settings-sections.ts'
import { canReread } from '../features/status/sync.ts'
import { accountActions, type Action } from '../ui/keys/actions.ts'
import { joinParts, t, tn, type PlainWord } from '../words/words.ts'
import { screens } from './screens.ts'

type FrameParts = {
  accounts: Accounts
  isPaletteOpen: Ref<boolean>
  isSheetOpen: Ref<boolean>
  isAddingAccount: Ref<boolean>
  focusSearch: () => void
}

const themes: readonly Theme[] = ['light', 'dark', 'system']

/** Shows the reason of a failure. `onSuccess` shows the message of a success. */
function useOutcomeToast() {
  const toast = useToast()
  return async <Answer>(outcome: Promise<Outcome<Answer>>, onSuccess: () => void = () => undefined) => {
    const result = await outcome
    if (result.ok) onSuccess()
    else toast.fail(result.error)
  }
}

/** The active theme is not offered. */
function useThemeVerbs(): () => Verb[] {
  const { shell } = useLinks()
  const { host } = useSession()
  const showOutcome = useOutcomeToast()
  const setTheme = useCommand(shell, 'host.setTheme')
  return () =>
    themes
      .filter((theme) => theme !== host.data.value?.theme)
      .map((theme) => ({
        id: `theme ${theme}`,
        group: 'app',
        label: t(`verb.theme.${theme}`),
        also: t('also.theme'),
        run: () => void showOutcome(setTheme.run({ theme })),
      }))
}

/** The first nine entries have a key. */
function getAccountKey(index: number): { keys?: Action } {
  const keys = accountActions[index]
  return keys === undefined ? {} : { keys }
}

/** Creates one verb for every other account, with the account's number in the list. */
function useAccountVerbs({
  accounts,
  isAddingAccount,
}: Pick<FrameParts, 'accounts' | 'isAddingAccount'>): () => Verb[] {
  const { host } = useSession()
  return () => {
    const state = host.data.value
    if (!state) return []
    const others = state.accounts.flatMap(({ id, name }, index): Verb[] =>
      id === state.account.id
        ? []
        : [
            {
              id: `account ${id}`,
              group: 'app',
              label: t('verb.switchTo', { name }),
              also: t('also.account'),
              ...getAccountKey(index),
              run: () => void accounts.open(id),
            },
          ],
    )
    return [
      ...others,
      ...(state.isSample
        ? [
            {
              id: 'sample',
              group: 'app' as const,
              label: t('account.leaveSample'),
              run: () => void accounts.open(null),
            },
          ]
        : []),
      {
        id: 'add-account',
        group: 'app',
        label: t('verb.addAccount'),
        also: t('also.account'),
        run: () => {
          isAddingAccount.value = true
        },
      },
    ]
  }
}

/** The screens of the rail, and those reached from one of them. */
function useGoVerbs(): Verb[] {
  const router = useRouter()
  const createGoVerb = (name: string, screen: string, keys: Action, also?: PlainWord): Verb => ({
    id: `go ${name}`,
    group: 'go',
    label: t('verb.go', { screen }),
    keys,
    ...(also === undefined ? {} : { also: t(also) }),
    run: () => void router.push({ name }),
  })
  return [
    ...screens.map(({ name, title, keys, also }) => createGoVerb(name, t(title), keys, also)),
    createGoVerb(
      'lfd-board',
      joinParts(t('phrase.clauseSeparator'), t('screen.lfd'), t('lfdTab.board')),
      'g w',
      'lfdTab.also',
    ),
    createGoVerb(
      'lfd-calendar',
      joinParts(t('phrase.clauseSeparator'), t('screen.lfd'), t('lfdTab.calendar')),
      'g k',
      'lfdTab.calendarAlso',
    ),
    {
      id: 'go lfd-cost',
      group: 'go',
      label: t('verb.go', { screen: joinParts(t('phrase.clauseSeparator'), t('screen.lfd'), t('rate.chart.tab')) }),
      also: t('rate.chart.also'),
      run: () => void router.push({ name: 'lfd-cost' }),
    },
    {
      id: 'go past',
      group: 'go',
      label: t('verb.go', { screen: t('past.title') }),
      also: t('past.also'),
      run: () => void router.push({ name: 'past' }),
    },
    createGoVerb('empties', t('empties.title'), 'g x', 'empties.also'),
    createGoVerb('handover', t('handover.title'), 'g v', 'handover.also'),
    createGoVerb('alerts', t('alerts.title'), 'g b', 'alerts.also'),
  ]
}

/** Marks all changes up to one as read, and offers to undo it. */
function useMarkAll(): (throughId: number) => Promise<void> {
  const { engine } = useLinks()
  const toast = useToast()
  const history = useUndo()
  const showOutcome = useOutcomeToast()
  const markSeen = useCommand(engine, 'changes.markSeen')
  const undoSeen = useCommand(engine, 'changes.undoSeen')
  const undoMarkAsSeen = () => showOutcome(undoSeen.run({}), () => toast.say(t('changeList.undone')))
  return (throughId) =>
    showOutcome(markSeen.run({ throughId }), () => history.offer(t('changeList.marked'), undoMarkAsSeen))
}

/** Verbs that read, mark or copy data. `rereadAll` is also a button of the frame. */
function useDataVerbs({ accounts, isAddingAccount, isPaletteOpen }: FrameParts) {
  const { engine } = useLinks()
  const { sync } = useSession()
  const route = useRoute()
  const toast = useToast()
  const diagnostics = useDiagnostics()
  const refresh = useCommand(engine, 'sync.refresh')
  /** Only the palette needs it, so it is read only while the palette is open. */
  const seenMark = useQuery(
    engine,
    'changes.seenMark',
    () => (isPaletteOpen.value ? {} : null),
    createChangeTrigger(['changes']),
  )
  const showOutcome = useOutcomeToast()
  const accountVerbs = useAccountVerbs({ accounts, isAddingAccount })
  const rereadAll = () => showOutcome(refresh.run({}), () => toast.say(t('sync.rereadAsked')))
  const markAll = useMarkAll()
  const isReadable = computed(() => sync.data.value !== null && canReread(sync.data.value))

  const createRereadVerb = (): Verb => ({
    id: 'reread',
    group: 'app',
    label: t('verb.rereadAll'),
    also: t('also.rereadAll'),
    run: () => void rereadAll(),
  })
  const createMarkVerb = (unseen: number, newestId: number): Verb => ({
    id: 'mark-all',
    group: 'app',
    label: tn('verb.markAll', unseen),
    also: t('also.markAll'),
    run: () => void markAll(newestId),
  })
  const createDataVerbs = (): Verb[] => {
    const seenState = seenMark.data.value
    // The changes screen has its own verb, which marks up to the active row.
    const canMark = seenState !== null && seenState.unseen > 0 && route.name !== 'changes'
    return [
      ...(isReadable.value ? [createRereadVerb()] : []),
      ...(canMark ? [createMarkVerb(seenState.unseen, seenState.newestId)] : []),
      ...accountVerbs(),
      {
        id: 'diagnostics',
        group: 'app',
        label: t('room.copy'),
        also: t('also.diagnostics'),
        run: () => void diagnostics.copy(),
      },
    ]
  }
  return { createDataVerbs, rereadAll, isRereading: refresh.isPending }
}

function useUndoVerb(): () => Verb {
  const history = useUndo()
  return () => {
    const message = history.lastMessage()
    const label = message === null ? t('keyAction.undo') : t('verb.undo', { message })
    return {
      id: 'undo-last',
      group: 'app',
      label,
      keys: 'ctrl+z',
      isUnlisted: message === null,
      also: t('also.undo'),
      run: () => void history.undoLast(),
    }
  }
}

/** Screens without a list to export offer the verb that opens the list of containers. */
function useExportVerbs(): () => Verb[] {
  const router = useRouter()
  const route = useRoute()
  const verb: Verb = {
    id: 'go export',
    group: 'app',
    label: t('export.elsewhere'),
    also: t('export.also'),
    unless: 'export-csv',
    run: () => void router.push({ name: 'containers' }),
  }
  return () => (route.name === 'containers' ? [] : [verb])
}

/** Screens that are not in the rail and have no verb of their own. */
function useOtherScreenVerbs(): Verb[] {
  const router = useRouter()
  const createOpener = (name: string) => () => void router.push({ name })
  return [
    {
      id: 'go edits',
      group: 'go',
      label: t('editVerb.see'),
      keys: 'g e',
      also: t('editVerb.also'),
      run: createOpener('edits'),
    },
    {
      id: 'go emails',
      group: 'go',
      label: t('documentVerb.emails'),
      keys: 'g o',
      also: t('documentVerb.emailsAlso'),
      run: createOpener('emails'),
    },
    {
      id: 'go add-list',
      group: 'app',
      label: t('batch.verb'),
      also: t('batch.verbAlso'),
      run: createOpener('add-list'),
    },
  ]
}

export function useFrameVerbs(parts: FrameParts) {
  const { isPaletteOpen, isSheetOpen, focusSearch } = parts
  const router = useRouter()
  const { host } = useSession()
  const themeVerbs = useThemeVerbs()
  const settingsVerbs = useSettingsVerbs()
  const goVerbs = [...useGoVerbs(), ...useOtherScreenVerbs()]
  const exportVerbs = useExportVerbs()
  const undoVerb = useUndoVerb()
  const { createDataVerbs, rereadAll, isRereading } = useDataVerbs(parts)
  useVerbs(() => [
    {
      id: 'palette',
      group: 'app',
      label: t('palette.title'),
      keys: 'ctrl+k',
      isUnlisted: true,
      run: () => {
        isPaletteOpen.value = true
      },
    },
    ...goVerbs,
    undoVerb(),
    { id: 'search', group: 'go', label: t('keys.find'), keys: '/', also: t('also.search'), run: focusSearch },
    {
      id: 'go keys',
      group: 'app',
      label: t('keysPage.verb'),
      also: t('keysPage.verbAlso'),
      run: () => void router.push({ name: 'keys' }),
    },
    {
      id: 'go guide',
      group: 'app',
      label: t('guide.verb'),
      also: t('guide.also'),
      run: () => void router.push({ name: 'guide' }),
    },
    ...exportVerbs(),
    ...createDataVerbs(),
    ...themeVerbs(),
    ...settingsVerbs(host.data.value),
    {
      id: 'sheet',
      group: 'app',
      label: t('verb.sheet'),
      keys: '?',
      also: t('also.sheet'),
      run: () => {
        isSheetOpen.value = true
      },
    },
  ])
  return { reread: rereadAll, isRereading }
}
