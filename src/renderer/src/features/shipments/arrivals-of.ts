// Used in panels, which are not needed at start. It loads with the later screens (router.ts).
import { defineAsyncComponent } from 'vue'

export const loadArrivalsOf = () => import('./ArrivalsOf.vue')
export const ArrivalsOf = defineAsyncComponent(loadArrivalsOf)
