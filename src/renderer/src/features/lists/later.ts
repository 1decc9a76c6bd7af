// Loads the parts of lists that are not needed to show the first row. The app loads them after that (router.ts).
export const listLater = {
  files: () => import('./list-files.ts'),
  groupHeading: () => import('./GroupHeading.vue'),
  groupMenu: () => import('./GroupMenu.vue'),
  print: () => import('../../ui/print.ts'),
  rowMenu: () => import('../../ui/grid/RowMenu.vue'),
}
