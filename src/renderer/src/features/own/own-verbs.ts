// Verbs for the user's own data of one container or of several selected ones, with the same keys.
import type { Priority } from '#contract/own.ts'
import type { OwnDialogRequest } from './own-dialogs.ts'
import type { ContainerChoice, OwnWork } from './useOwnWork.ts'
import type { Verb } from '../../ui/useVerbs.ts'
import { t } from '../../words/words.ts'

export const priorities: readonly Priority[] = ['high', 'normal', 'low']

export function createOwnVerbs(ownWork: OwnWork, { id, number }: { id: string; number: string }): Verb[] {
  const containers: ContainerChoice = { ids: [id], name: number }
  return [
    {
      id: 'assign',
      group: 'container',
      isFirstOfKind: true,
      label: t('ownVerb.assign', { name: number }),
      inMenu: { record: number, label: t('menuVerb.assign') },
      keys: 'a',
      also: t('ownVerb.assignAlso'),
      run: () => ownWork.openDialog('assign', containers),
    },
    {
      id: 'assign-mine',
      group: 'container',
      label: t('ownVerb.assignMine', { name: number }),
      inMenu: { record: number, label: t('menuVerb.assignMine') },
      also: t('ownVerb.assignAlso'),
      run: () => void ownWork.assignToMe(containers),
    },
    {
      id: 'label',
      group: 'container',
      label: t('ownVerb.label', { name: number }),
      inMenu: { record: number, label: t('menuVerb.tags') },
      keys: 'l',
      also: t('ownVerb.labelAlso'),
      run: () => ownWork.openDialog('label', containers),
    },
    {
      id: 'note',
      group: 'container',
      label: t('ownVerb.note', { name: number }),
      inMenu: { record: number, label: t('menuVerb.note') },
      keys: 'n',
      also: t('ownVerb.noteAlso'),
      run: () => ownWork.openDialog('note', containers),
    },
    ...priorities.map((priority): Verb => ({
      id: `rank-${priority}`,
      group: 'container',
      isFirstOfKind: priority === priorities[0],
      label: t('ownVerb.rank', { name: number, priority: t(`priority.${priority}`) }),
      inMenu: { record: number, label: t('menuVerb.rank', { priority: t(`priority.${priority}`) }) },
      also: t('ownVerb.rankAlso'),
      run: () => void ownWork.setPriority(containers, priority),
    })),
  ]
}

/**
 * Creates the verbs for selected rows. `withSelected` loads the ids of the selected containers and passes them to its
 * argument. `openDialog` opens a dialog for them, at once if rows must be read. Both may refuse instead.
 */
export function createSelectedOwnVerbs(
  ownWork: OwnWork,
  withSelected: (run: (ids: readonly string[]) => unknown) => unknown,
  openDialog: (what: OwnDialogRequest['what']) => void = (what) =>
    void withSelected((ids) => ownWork.openDialog(what, { ids, name: null })),
): Verb[] {
  const openDialogFor = (what: OwnDialogRequest['what']) => () => openDialog(what)
  return [
    {
      id: 'assign-selected',
      group: 'screen',
      isFirstOfKind: true,
      label: t('ownVerb.assignSelected'),
      keys: 'a',
      also: t('ownVerb.assignAlso'),
      run: openDialogFor('assign'),
    },
    {
      id: 'label-selected',
      group: 'screen',
      label: t('ownVerb.labelSelected'),
      keys: 'l',
      also: t('ownVerb.labelAlso'),
      run: openDialogFor('label'),
    },
    {
      id: 'note-selected',
      group: 'screen',
      label: t('ownVerb.noteSelected'),
      keys: 'n',
      also: t('ownVerb.noteAlso'),
      run: openDialogFor('note'),
    },
    ...priorities.map((priority): Verb => ({
      id: `rank-selected-${priority}`,
      group: 'screen',
      isFirstOfKind: priority === priorities[0],
      label: t('ownVerb.rankSelected', { priority: t(`priority.${priority}`) }),
      also: t('ownVerb.rankAlso'),
      run: () => void withSelected((ids) => ownWork.setPriority({ ids, name: null }, priority)),
    })),
  ]
}
