// Told in panels, which nobody begins with: it comes with the screens that come later (router.ts).
import { defineAsyncComponent } from 'vue'

export const loadArrivalsOf = () => import('./ArrivalsOf.vue')
export const ArrivalsOf = defineAsyncComponent(loadArrivalsOf)
