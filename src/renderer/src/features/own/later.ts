// Loads the forms, the block and the banner of the user's own data, which are not needed to show the first row. The app
// loads them after that (router.ts).
export const ownLater = {
  dialogs: () => import('./OwnDialogs.vue'),
  block: () => import('./OwnDataBlock.vue'),
  overtaken: () => import('./OvertakenBanner.vue'),
}
