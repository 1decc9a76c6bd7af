import type { Glossary } from '../glossary-terms.ts'

export const glossary: Glossary = {
  title: 'Marks and terms',
  marks: 'Marks',
  terms: 'Terms',
  entries: {
    urgency: [
      '■ ◆ △ ● ○ ✓ ? –',
      'How urgent it is: ■ past or costs money, ◆ today, △ soon, ● within a week, ○ later, ✓ in order, ? unknown, – over or not started.',
    ],
    more: ['+1', 'Further values that have no room, such as a second hold. The tooltip lists them.'],
    sorted: ['▲1 ▼2', 'The list is sorted by this column, ▲ ascending or ▼ descending. The number is the sort level.'],
    bell: ['!4', 'On the bell: 4 containers or records to review. ! means that at least one is urgent.'],
    quiet: [
      'Crossed-out bell',
      'Beside a number: the container is snoozed or muted and raises no pop-up. The tooltip says until when.',
    ],
    uncertain: ['*', 'The date or count is not certain. The tooltip gives the reason, such as an old terminal check.'],
    disagree: ['≠', 'Line, terminal or rail report different last free days. The panel lists all of them.'],
    gate: [
      '⊖',
      'Beside a last free day: the gate of the terminal is closed on it, or has closed. After it, while charges run: the gate is closed now. The tooltip names the last gate day, or when the gate opens.',
    ],
    ownDay: ['M', 'Beside a last free day: an override is in effect. The tooltip names the reported dates.'],
    sources: [
      'S T R P M',
      'In the column “Sources”, where a last free day comes from: S shipping line, T terminal, R rail, P the service’s own date, M an override.',
    ],
    estimate: ['~ est.', 'Calculated from your own rates. No terminal or line has reported this amount.'],
    appointment: ['Appointment', 'A booked time at the terminal to pick up a container.'],
    available: ['Available', 'The terminal reports that the container can be picked up.'],
    billOfLading: [
      'Bill of lading (B/L)',
      'The contract of carriage. The ocean carrier issues the master B/L, a forwarder the house B/L; only the master B/L can be tracked.',
    ],
    booking: ['Booking number', 'The line’s number for reserved space on a vessel. It exists before the B/L.'],
    demurrage: [
      'Demurrage',
      'The charge for each day that a full container stays at the terminal after its last free day.',
    ],
    detention: [
      'Detention, per diem',
      'The charge for each day that you keep a container outside the terminal after its free days.',
    ],
    discharge: ['Discharge', 'The container is unloaded from the vessel.'],
    emptyReturn: ['Empty return', 'The empty container goes back to the line. Detention ends.'],
    eta: ['ETA, ATA', 'Estimated and actual time of arrival. ETD and ATD are the same for departure.'],
    exam: [
      'Exam',
      'Customs inspects the container. It cannot leave until the exam ends, and the importer pays the exam fee.',
    ],
    freeTime: ['Free time', 'The days before demurrage or detention starts.'],
    gateOut: ['Gate-out', 'The container leaves the terminal by truck or rail.'],
    hold: [
      'Hold',
      'A party blocks the pickup: customs, the line (freight), the terminal or an authority such as USDA.',
    ],
    lastFreeDay: [
      'Last free day (LFD)',
      'The last day to pick up a container without demurrage. It ends at midnight where the terminal is; the gate may close earlier.',
    ],
    line: ['Line, carrier', 'The company that operates the vessel.'],
    mute: ['Mute', 'No alert notifications for a container until you unmute it. Its alerts stay in the list.'],
    ports: ['POL, POD', 'Port of lading, where the container is loaded, and port of discharge.'],
    release: [
      'Release',
      'Permission to pick up. The line releases when freight is paid, customs when the entry is cleared.',
    ],
    scac: ['SCAC', 'The code of four letters for a line, such as MAEU.'],
    snooze: ['Snooze', 'No alert notifications for a container until a time that you choose.'],
    tmf: [
      'TMF',
      'Traffic mitigation fee of the ports of Los Angeles and Long Beach. The container is on hold until it is paid.',
    ],
  },
}
