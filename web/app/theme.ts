import { type ThemeConfig, theme } from 'antd';
import type { ThemeMode } from '#web/lib/local-memory.ts';
import { dark } from './themes/dark.ts';
import { light } from './themes/light.ts';

const fontFamily =
  "'Inter', 'Segoe UI Variable', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

const looks = { light, dark };

/** What opens stands at once: while it grew it was too narrow to measure by, and a quick hand's click fell beside it. */
const motion = false;

/** Tokens of both looks for antd; own style sheets read the same ones as --ant-color-*. */
export function themeOf(mode: ThemeMode): ThemeConfig {
  const { antd, accent, button, table } = looks[mode];
  return {
    cssVar: { key: 'lw' },
    hashed: false,
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { borderRadius: 8, fontFamily, wireframe: false, motion, ...antd },
    components: {
      Button: button,
      Tabs: { itemSelectedColor: accent, itemHoverColor: accent, itemActiveColor: accent, inkBarColor: accent },
      Table: { headerSplitColor: 'transparent', bodySortBg: 'transparent', ...table },
      Pagination: { itemActiveColor: accent, itemActiveColorHover: accent },
      Form: { verticalLabelPadding: '0 0 4px', itemMarginBottom: 18 },
      Modal: { titleFontSize: 17 },
    },
  };
}

/** Puts a look on the page: its name, and its own colours as --lw-*. */
export function wearTheme(mode: ThemeMode): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = mode;
  for (const [name, colour] of Object.entries(looks[mode].own)) style.setProperty(`--lw-${name}`, colour);
}
