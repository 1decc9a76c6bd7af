// Parts of lists that are not needed for the first row (router.ts says when they load).
export const listLater = {
  files: () => import('./list-files.ts'),
  groupHeading: () => import('./GroupHeading.vue'),
  groupMenu: () => import('./GroupMenu.vue'),
  print: () => import('../../ui/print.ts'),
  rowMenu: () => import('../../ui/grid/RowMenu.vue'),
}
