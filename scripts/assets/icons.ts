/** Defines the product's icons: the path, the size and the drawing of each. */
import { definePicture, filledPaths, type Picture, readPathData } from './drawing.ts'

const logoPaths = readPathData('apps/web/drawings/logo.svg')
/** The colours `--color-brand` and `--color-accent` of `styles.css`, in the light and in the dark theme. */
const brandColors = { light: '#463AAE', dark: '#2B2370' }
const accentColors = { light: '#463AAE', dark: '#B0A7FF' }
const androidResources = 'apps/web/android/app/src/main/res'
const iosAssets = 'apps/web/ios/App/App/Assets.xcassets'

/** Returns the SVG of the white logo, centred and scaled by `scale`; at 1 it has its size in the drawing. */
const whiteLogo = (scale: number) =>
  `<g transform="translate(${20 - 20 * scale} ${20 - 20.5 * scale}) scale(${scale})">${filledPaths(logoPaths, '#FFF')}</g>`
/** Launchers crop this icon to a shape. The logo lies within a circle whose diameter is four fifths of the side. */
const fullBleedIcon = (color: string) => `<rect width="40" height="40" fill="${color}"/>${whiteLogo(0.57)}`
const roundedTile = `<rect width="40" height="40" rx="9" fill="${brandColors.light}"/>${whiteLogo(0.6)}`
const brandDisc = (content: string) =>
  `<circle cx="20" cy="20" r="20" fill="${brandColors.light}"/>${content}`
const logoDisc = brandDisc(whiteLogo(0.57))
/** Returns the icon of a page in white, small enough for the circle to which launchers crop shortcuts. */
const pageGlyph = (phosphor: string) => `<g transform="translate(9.5 9.5) scale(${21 / 256})">
  ${filledPaths(readPathData(`node_modules/@phosphor-icons/core/assets/fill/${phosphor}-fill.svg`), '#FFF')}</g>`

const webIcon = (name: string, size: number, content: string) =>
  definePicture(`apps/web/public/icons/${name}.png`, size, content)

/** Before Android 8 a launcher shows these pictures unchanged; later versions crop `ic_launcher_foreground` instead. */
const launcherIcons = Object.entries({ mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }).flatMap(
  ([density, size]) => [
    definePicture(`${androidResources}/mipmap-${density}/ic_launcher.png`, size, roundedTile),
    definePicture(`${androidResources}/mipmap-${density}/ic_launcher_round.png`, size, logoDisc),
  ],
)

/** iOS crops the corners of the icon, and colours the white logo of the tinted variant with the user's tint. */
const iosAppIcon = (variant: string, color: string) =>
  definePicture(`${iosAssets}/AppIcon.appiconset/AppIcon${variant}.png`, 1024, fullBleedIcon(color))
/** The pictures of the iOS launch screen at each scale: the logo, 128 points wide. */
const launchScreens = [1, 2, 3].flatMap((scale) =>
  Object.entries({ splash: accentColors.light, 'splash-dark': accentColors.dark }).map(([name, color]) => {
    const path = `${iosAssets}/Splash.imageset/${name}@${scale}x.png`
    return definePicture(path, 128 * scale, filledPaths(logoPaths, color))
  }),
)

export const pictures: Picture[] = [
  webIcon('icon-192', 192, roundedTile),
  webIcon('icon-512', 512, roundedTile),
  webIcon('maskable-512', 512, fullBleedIcon(brandColors.light)),
  webIcon('apple-touch-icon', 180, fullBleedIcon(brandColors.light)),
  webIcon('agenda-96', 96, brandDisc(pageGlyph('calendar-blank'))),
  webIcon('horario-96', 96, brandDisc(pageGlyph('clock'))),
  webIcon('calificaciones-96', 96, brandDisc(pageGlyph('number-square-seven'))),
  /** The icon of notifications: Android draws its opaque part in the status bar. */
  webIcon('badge-96', 96, filledPaths(logoPaths, '#FFF')),
  ...launcherIcons,
  iosAppIcon('', brandColors.light),
  iosAppIcon('-dark', brandColors.dark),
  iosAppIcon('-tinted', '#000'),
  ...launchScreens,
]

type Drawable = { path: string; xml: string }

/** Defines the logo as an Android vector drawable. Its viewport is 40 × 40, as in `definePicture`. */
const defineDrawable = (name: string, side: number, scale: number, color: string): Drawable => ({
  path: `${androidResources}/drawable/${name}.xml`,
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
${logoPaths.map((d) => `        <path android:fillColor="${color}" android:pathData="${d}" />`).join('\n')}
    </group>
</vector>
`,
})

/**
 * The launcher icon (108 dp) and the splash screen icon (288 dp) are cropped: only a circle whose diameter is two
 * thirds of the side is always visible.
 */
export const drawables: Drawable[] = [
  defineDrawable('ic_launcher_foreground', 108, 0.44, '#FFFFFF'),
  defineDrawable('ic_splash', 288, 0.44, '@color/ink'),
  defineDrawable('ic_notification', 24, 0.95, '#FFFFFF'),
]
