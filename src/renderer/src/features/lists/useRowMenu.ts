// The menu of the active row of a list: its position, and whether it is about several rows. Also the command that
// copies several rows.
import { computed, shallowRef, type Ref } from 'vue'
import { useVerbs } from '../../ui/useVerbs.ts'
import { t } from '../../words/words.ts'

type RowMenuParts = {
  /** Several rows are selected, so the commands are about them. */
  hasSeveral: () => boolean
  hasPanelFocus: Ref<boolean>
  focusList: () => void
  copySelected: () => void
}

export function useRowMenu({ hasSeveral, hasPanelFocus, focusList, copySelected }: RowMenuParts) {
  useVerbs(() =>
    hasSeveral()
      ? [
          {
            id: 'copy-selected',
            group: 'screen',
            label: t('grid.copyRows'),
            keys: 'ctrl+c',
            isHandledElsewhere: true,
            run: copySelected,
          },
        ]
      : [],
  )
  /** The position of the menu in pixels of the window; null while it is closed. */
  const openPosition = shallowRef<{ x: number; y: number } | null>(null)
  return {
    /** A new position has a new `key`, so the menu is created again. */
    menu: computed(() => {
      const position = openPosition.value
      return position && { key: `${position.x} ${position.y}`, at: position, hasSeveral: hasSeveral() }
    }),
    /** Opens the menu. An open panel shows the active row and must not take the focus from the menu. */
    openMenu: (position: { x: number; y: number }) => {
      hasPanelFocus.value = false
      openPosition.value = position
    },
    /** Closes the menu. A press outside (`isByPress`) moves the focus itself, for example into the next menu. */
    closeMenu: (isByPress: boolean) => {
      openPosition.value = null
      if (!isByPress) focusList()
    },
  }
}
