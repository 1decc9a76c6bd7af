/** Color family of a mark: colours.ts defines its colors, ToneGlyph its shape. */
export type Tone = 'past' | 'today' | 'soon' | 'upcoming' | 'later' | 'clear' | 'unknown' | 'stopped'
