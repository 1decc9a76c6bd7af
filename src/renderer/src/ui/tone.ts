/** The colour family of a mark: colours.ts defines its colours, ToneGlyph its shape. */
export type Tone = 'past' | 'today' | 'soon' | 'upcoming' | 'later' | 'clear' | 'unknown' | 'stopped'
