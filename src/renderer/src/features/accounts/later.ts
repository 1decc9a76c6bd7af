// Loads the form of another account, which is not needed to show the first row. The app loads it later (router.ts).
export const loadAddAccount = () => import('./AddAccount.vue')
