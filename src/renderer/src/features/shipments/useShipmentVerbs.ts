// Verbs for the active or the open shipment.
import type { ShipmentRow } from '#contract/shipments.ts'
import { useEditActions } from '../edits/useEditActions.ts'
import { useRecordLinks } from '../links/useRecordLinks.ts'
import { useOpened } from '../../ui/useOpened.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { useEditing } from '../edits/editing.ts'
import { t } from '../../words/words.ts'

export type ShipmentVerbOptions = {
  /** The shipment in the panel, or the active one of a list. A list has no verbs while a panel shows another record. */
  shipment: () => ShipmentRow | null
  /** Opens the panel of a shipment. It is missing in the panel itself. */
  open?: (row: ShipmentRow) => void
  /** Opens the dialog that asks before tracking is stopped; missing if no dialog is available. */
  askToStop?: () => void
}

function createOpenVerb(row: ShipmentRow, open: (row: ShipmentRow) => void): Verb {
  const name = row.masterBill
  return {
    id: 'open-shipment',
    group: 'container',
    label: t('editVerb.open', { name }),
    inMenu: { record: name, label: t('menuVerb.open') },
    keys: 'enter',
    isHandledElsewhere: true,
    run: () => open(row),
  }
}

/** The panel replaces the verbs of the list as soon as it has loaded its shipment. */
export function useShipmentVerbs({ shipment, open, askToStop }: ShipmentVerbOptions): void {
  const editing = useEditing()
  const editActions = useEditActions()
  const links = useRecordLinks()
  const { shipmentId, containerId } = useOpened()

  function editField(row: ShipmentRow, field: 'refs' | 'tags') {
    editing.request({ type: 'shipment', id: row.id }, field)
    open?.(row)
  }

  function createTrackingVerb(row: ShipmentRow): Verb | null {
    const name = row.masterBill
    const resumeTracking = () => void editActions.setTracking(row.id, name, true)
    const [action, run] =
      row.trackingStoppedAt === null ? (['stop', askToStop] as const) : (['resume', resumeTracking] as const)
    return run
      ? {
          id: `${action}-tracking`,
          group: 'container',
          label: t(`editVerb.${action}`, { name }),
          inMenu: { record: name, label: t(`menuVerb.${action}`) },
          run,
        }
      : null
  }

  useVerbs(() => {
    const row = shipment()
    if (!row || containerId.value !== null || (shipmentId.value ?? row.id) !== row.id) return []
    const name = row.masterBill
    const verbs: (Verb | null)[] = [
      open && shipmentId.value === null ? createOpenVerb(row, open) : null,
      {
        id: 'edit-refs',
        group: 'container',
        label: t('editVerb.refs', { name }),
        inMenu: { record: name, label: t('menuVerb.refs') },
        also: t('editVerb.refsAlso'),
        run: () => editField(row, 'refs'),
      },
      {
        id: 'edit-tags',
        group: 'container',
        label: t('editVerb.tags', { name }),
        inMenu: { record: name, label: t('menuVerb.serviceTags') },
        keys: 'l',
        also: t('editVerb.tagsAlso'),
        run: () => editField(row, 'tags'),
      },
      createTrackingVerb(row),
      ...links.verbsOf({ type: 'shipment', id: row.id, name, number: name }),
    ]
    return verbs.filter((verb) => verb !== null)
  })
}
