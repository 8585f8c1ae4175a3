/** Defines the product's icons: the path, the size and the drawing of each. */
import { filledPaths, type Picture, pathsOf, picture } from './drawing.ts'

const logo = pathsOf('apps/web/drawings/logo.svg')
/** `--brand` and `--accent` of `tokens.css`. */
const brand = { light: '#463AAE', dark: '#2B2370' }
const ink = { light: '#463AAE', dark: '#B0A7FF' }
const android = 'apps/web/android/app/src/main/res'
const ios = 'apps/web/ios/App/App/Assets.xcassets'

/** The centred logo, with a margin of at least a quarter of its width. */
const whiteLogo = (scale: number) =>
  `<g transform="translate(${20 - 20 * scale} ${20 - 20.5 * scale}) scale(${scale})">${filledPaths(logo, '#FFF')}</g>`
/** Launchers crop the picture to a shape; a circle of four fifths of the side contains the whole logo. */
const fullBleed = (color: string) => `<rect width="40" height="40" fill="${color}"/>${whiteLogo(0.57)}`
const tile = `<rect width="40" height="40" rx="9" fill="${brand.light}"/>${whiteLogo(0.6)}`
const disc = (content: string) => `<circle cx="20" cy="20" r="20" fill="${brand.light}"/>${content}`
/** The icon of a page, inside the circle to which launchers crop shortcuts. */
const glyph = (phosphor: string) => `<g transform="translate(9.5 9.5) scale(${21 / 256})">
  ${filledPaths(pathsOf(`node_modules/@phosphor-icons/core/assets/fill/${phosphor}-fill.svg`), '#FFF')}</g>`

const webIcon = (name: string, size: number, content: string) =>
  picture(`apps/web/public/icons/${name}.png`, size, content)

/** Before Android 8 a launcher shows these pictures unchanged; later versions crop `ic_launcher_foreground` instead. */
const launchers = Object.entries({ mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }).flatMap(
  ([density, size]) => [
    picture(`${android}/mipmap-${density}/ic_launcher.png`, size, tile),
    picture(`${android}/mipmap-${density}/ic_launcher_round.png`, size, disc(whiteLogo(0.57))),
  ],
)

/** iOS crops the corners of the icon, and colours the white logo of the tinted variant with the user's tint. */
const appIcon = (variant: string, color: string) =>
  picture(`${ios}/AppIcon.appiconset/AppIcon${variant}.png`, 1024, fullBleed(color))
/** The logo of the iOS launch screen, 128 points wide. */
const splashes = [1, 2, 3].flatMap((scale) => [
  picture(`${ios}/Splash.imageset/splash@${scale}x.png`, 128 * scale, filledPaths(logo, ink.light)),
  picture(`${ios}/Splash.imageset/splash-dark@${scale}x.png`, 128 * scale, filledPaths(logo, ink.dark)),
])

export const pictures: Picture[] = [
  webIcon('icon-192', 192, tile),
  webIcon('icon-512', 512, tile),
  webIcon('maskable-512', 512, fullBleed(brand.light)),
  webIcon('apple-touch-icon', 180, fullBleed(brand.light)),
  webIcon('agenda-96', 96, disc(glyph('calendar-blank'))),
  webIcon('horario-96', 96, disc(glyph('clock'))),
  webIcon('calificaciones-96', 96, disc(glyph('number-square-seven'))),
  /** The icon of notifications: Android draws its opaque part in the status bar. */
  webIcon('badge-96', 96, filledPaths(logo, '#FFF')),
  ...launchers,
  appIcon('', brand.light),
  appIcon('-dark', brand.dark),
  appIcon('-tinted', '#000'),
  ...splashes,
]

type Drawable = { path: string; xml: string }

/** An Android vector drawable; its paths have SVG's syntax. The viewport is 40 × 40, as in `picture`. */
const drawable = (name: string, side: number, scale: number, color: string): Drawable => ({
  path: `${android}/drawable/${name}.xml`,
  xml: `<?xml version="1.0" encoding="utf-8"?>
<!-- Written by npm run icons -w scripts/assets -->
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${side}dp"
    android:height="${side}dp"
    android:viewportWidth="40"
    android:viewportHeight="40">
    <group
        android:pivotX="20"
        android:pivotY="20.5"
        android:scaleX="${scale}"
        android:scaleY="${scale}"
        android:translateY="-0.5">
${logo.map((d) => `        <path android:fillColor="${color}" android:pathData="${d}" />`).join('\n')}
    </group>
</vector>
`,
})

/**
 * The launcher icon (108 dp) and the splash screen icon (288 dp) are cropped: only a circle whose diameter is two
 * thirds of the side is always visible.
 */
export const drawables: Drawable[] = [
  drawable('ic_launcher_foreground', 108, 0.44, '#FFFFFF'),
  drawable('ic_splash', 288, 0.44, '@color/ink'),
  drawable('ic_notification', 24, 0.95, '#FFFFFF'),
]
