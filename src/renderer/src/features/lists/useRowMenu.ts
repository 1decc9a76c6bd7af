// The menu of the active row of a list: where it is open, and what it is about.
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
  const at = shallowRef<{ x: number; y: number } | null>(null)
  return {
    menu: computed(() => {
      const position = at.value
      return position && { key: `${position.x} ${position.y}`, at: position, hasSeveral: hasSeveral() }
    }),
    /** An open panel follows the active row, and must not take the focus of the menu. */
    openMenu: (position: { x: number; y: number }) => {
      hasPanelFocus.value = false
      at.value = position
    },
    /** `isByPress`: by the mouse outside, which moves focus itself, also into the next menu. */
    closeMenu: (isByPress: boolean) => {
      at.value = null
      if (!isByPress) focusList()
    },
  }
}
