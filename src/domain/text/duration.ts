// Durations as the config and the command line write them: `500ms`, `3s`, `10m`, `8h`, `30d`.
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function toMs(duration: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration)
  return parts ? Number(parts[1]) * (UNITS[parts[2] ?? ''] ?? 0) : Number.NaN
}
