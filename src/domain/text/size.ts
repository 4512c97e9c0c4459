// Sizes as the config writes them: `500MB`, `20GB`, `1.5TB`.
const UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 }

export function toBytes(size: string): number {
  const parts = /^(\d+(?:\.\d+)?)(MB|GB|TB)$/.exec(size)
  return parts ? Number(parts[1]) * (UNITS[parts[2] ?? ''] ?? 0) : Number.NaN
}
