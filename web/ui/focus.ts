/** Frames that are waited for a field to be drawn: a tab that opens first draws what is in it. */
const maxFrames = 30;

/** Puts the cursor into a field as soon as it is drawn and may be typed into; nothing happens where it never is. */
export function focusField(id: string): void {
  focusWhenDrawn(() => document.getElementById(id));
}

/** Puts the cursor into the first field of the page, of the open tab where there are tabs. */
export function focusFirstField(): void {
  focusWhenDrawn(() => {
    const part = document.querySelector('#content [role="tabpanel"]:not([aria-hidden="true"])');
    const fields = (part ?? document.getElementById('content'))?.querySelectorAll<HTMLElement>('input, textarea') ?? [];
    return [...fields].find(canHold) ?? null;
  });
}

function focusWhenDrawn(find: () => HTMLElement | null, framesLeft = maxFrames): void {
  requestAnimationFrame(() => {
    const field = find();
    if (field && canHold(field)) field.focus();
    else if (framesLeft > 0) focusWhenDrawn(find, framesLeft - 1);
  });
}

const canHold = (field: HTMLElement) => !field.matches(':disabled') && field.getClientRects().length > 0;
