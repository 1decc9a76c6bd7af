// Alerts that are not over, which the bell and the list of open alerts count. There may be fifty times as many others.
export const currentAlerts = `
CREATE INDEX alert_current ON alert (raised_at) WHERE done_at IS NULL;
`
