declare module 'subset-font' {
  namespace subsetFont {
    type Options = {
      targetFormat?: 'sfnt' | 'woff' | 'woff2'
      variationAxes?: Record<string, { min: number; max: number; default: number }>
      /** The OpenType names of the features to keep; all features if undefined. */
      keepFeatures?: string[]
    }
  }
  function subsetFont(font: Buffer, text: string, options?: subsetFont.Options): Promise<Buffer>
  export = subsetFont
}
