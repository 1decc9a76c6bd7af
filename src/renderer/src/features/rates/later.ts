// Told in panels and dialogs, which nobody begins with: they come with the screens that come later (router.ts).
import { defineAsyncComponent } from 'vue'

export const loadEstimateBlock = () => import('./EstimateBlock.vue')
export const EstimateBlock = defineAsyncComponent(loadEstimateBlock)
export const loadPlanDialog = () => import('./PlanDialog.vue')
export const PlanDialog = defineAsyncComponent(loadPlanDialog)
