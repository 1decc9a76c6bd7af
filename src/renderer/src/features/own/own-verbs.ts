// Verbs for the user's own data of one container or of several selected ones, with the same keys.
import type { Priority } from '#contract/own.ts'
import type { ContainerChoice, OwnWork } from './useOwnWork.ts'
import type { Verb } from '../../ui/useVerbs.ts'
import { t } from '../../words/words.ts'

export const priorities: readonly Priority[] = ['high', 'normal', 'low']

export function ownVerbs(own: OwnWork, { id, number }: { id: string; number: string }): Verb[] {
  const containers: ContainerChoice = { ids: [id], name: number }
  return [
    {
      id: 'assign',
      group: 'container',
      label: t('ownVerb.assign', { name: number }),
      keys: 'a',
      also: t('ownVerb.assignAlso'),
      run: () => own.ask('assign', containers),
    },
    {
      id: 'assign-mine',
      group: 'container',
      label: t('ownVerb.assignMine', { name: number }),
      also: t('ownVerb.assignAlso'),
      run: () => void own.assignToMe(containers),
    },
    {
      id: 'label',
      group: 'container',
      label: t('ownVerb.label', { name: number }),
      keys: 'l',
      also: t('ownVerb.labelAlso'),
      run: () => own.ask('label', containers),
    },
    {
      id: 'note',
      group: 'container',
      label: t('ownVerb.note', { name: number }),
      keys: 'n',
      also: t('ownVerb.noteAlso'),
      run: () => own.ask('note', containers),
    },
    ...priorities.map((priority): Verb => ({
      id: `rank-${priority}`,
      group: 'container',
      label: t('ownVerb.rank', { name: number, priority: t(`priority.${priority}`) }),
      also: t('ownVerb.rankAlso'),
      run: () => void own.rankOf(containers, priority),
    })),
  ]
}

/** `withSelected` reads the selected rows, and may be slow or refuse. */
export function ownVerbsOfSelected(
  own: OwnWork,
  withSelected: (act: (ids: readonly string[]) => unknown) => unknown,
): Verb[] {
  const ask = (what: 'assign' | 'label' | 'note') => () =>
    void withSelected((ids) => own.ask(what, { ids, name: null }))
  return [
    {
      id: 'assign-selected',
      group: 'screen',
      label: t('ownVerb.assignSelected'),
      keys: 'a',
      also: t('ownVerb.assignAlso'),
      run: ask('assign'),
    },
    {
      id: 'label-selected',
      group: 'screen',
      label: t('ownVerb.labelSelected'),
      keys: 'l',
      also: t('ownVerb.labelAlso'),
      run: ask('label'),
    },
    {
      id: 'note-selected',
      group: 'screen',
      label: t('ownVerb.noteSelected'),
      keys: 'n',
      also: t('ownVerb.noteAlso'),
      run: ask('note'),
    },
    ...priorities.map((priority): Verb => ({
      id: `rank-selected-${priority}`,
      group: 'screen',
      label: t('ownVerb.rankSelected', { priority: t(`priority.${priority}`) }),
      also: t('ownVerb.rankAlso'),
      run: () => void withSelected((ids) => own.rankOf({ ids, name: null }, priority)),
    })),
  ]
}
