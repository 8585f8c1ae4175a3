/** Returns the SVG path of an arch: a half circle on straight legs, whose feet are at `base`, left and right of `x`. */
export function arch(x: number, base: number, width: number, height: number): string {
  const radius = width / 2
  return `M${x - radius} ${base}V${base - height + radius}a${radius} ${radius} 0 0 1 ${width} 0V${base}Z`
}
