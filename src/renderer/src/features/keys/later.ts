// The list of keys is not needed for the first row (router.ts says when it loads).
export const loadCheatSheet = () => import('./CheatSheet.vue')
