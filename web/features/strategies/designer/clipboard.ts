import { type RefObject, useEffect } from 'react';
import type { Drawing } from './drawing.ts';

/**
 * Copy, cut and paste by the clipboard of the system while the keys are on the canvas, so between diagrams and windows too.
 * Browsers tell them to the page as a whole where no text is selected.
 */
export function useClipboard(host: RefObject<HTMLElement | null>, drawing: Drawing): void {
  useEffect(() => {
    const ended = new AbortController();
    const onCanvas = (work: (data: DataTransfer) => boolean) => (event: ClipboardEvent) => {
      if (!host.current?.contains(document.activeElement) || !event.clipboardData) return;
      if (work(event.clipboardData)) event.preventDefault();
    };
    const copy = (data: DataTransfer) => {
      const text = drawing.copied();
      if (text !== '') data.setData('text/plain', text);
      return text !== '';
    };
    const cut = (data: DataTransfer) => {
      if (drawing.isReadOnly || !copy(data)) return false;
      drawing.remove();
      host.current?.focus({ preventScroll: true });
      return true;
    };
    const paste = (data: DataTransfer) => {
      if (!drawing.isReadOnly) drawing.paste(data.getData('text/plain'));
      return true;
    };
    document.addEventListener('copy', onCanvas(copy), ended);
    document.addEventListener('cut', onCanvas(cut), ended);
    document.addEventListener('paste', onCanvas(paste), ended);
    return () => ended.abort();
  }, [host, drawing]);
}
