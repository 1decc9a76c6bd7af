// Loads the list of keys, which is not needed to show the first row. The app loads it after that (router.ts).
export const loadCheatSheet = () => import('./CheatSheet.vue')
