// A part of panels that is not needed at start. It loads with the later screens (router.ts).
import { defineAsyncComponent } from 'vue'

export const loadShipmentArrivals = () => import('./ShipmentArrivals.vue')
export const ShipmentArrivals = defineAsyncComponent(loadShipmentArrivals)
