// Parts of panels and dialogs that are not needed at start. They load with the later screens (router.ts).
import { defineAsyncComponent } from 'vue'

export const loadEstimateBlock = () => import('./EstimateBlock.vue')
export const EstimateBlock = defineAsyncComponent(loadEstimateBlock)
export const loadPlanDialog = () => import('./PlanDialog.vue')
export const PlanDialog = defineAsyncComponent(loadPlanDialog)
