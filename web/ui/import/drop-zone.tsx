import { type DragEvent, type ReactNode, useState } from 'react';
import './import.css';

interface DropZoneProps {
  /** What happens to a file that is dropped here. */
  hint: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** A part of the page that takes a file dropped on it; the same can be done with a button. */
export function DropZone({ hint, onFile, children }: DropZoneProps) {
  // Each part inside tells entering and leaving on its own.
  const [depth, setDepth] = useState(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the pointer; the Import button does the same
    <div
      className="drop-zone"
      onDragEnter={(event) => hasFiles(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => hasFiles(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
      {depth > 0 && <div className="drop-hint">{hint}</div>}
    </div>
  );
}
