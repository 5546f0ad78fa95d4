import type { AriaAttributes } from 'react';

type TableRole = 'table' | 'treegrid' | 'rowgroup' | 'row' | 'columnheader' | 'cell' | 'gridcell' | 'region';

/**
 * Role and ARIA attributes of parts that are placed by hand: a virtual list cannot be made of
 * table elements. Scrolling parts are reachable by keyboard.
 */
export function part(role: TableRole, aria: AriaAttributes = {}) {
  return role === 'region' || role === 'treegrid' ? { role, ...aria, tabIndex: 0 } : { role, ...aria };
}
