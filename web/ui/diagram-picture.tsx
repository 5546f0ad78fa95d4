/** The picture of a diagram, as an image: nothing that stands in it can run. */
export function DiagramPicture({ img, name, className }: { img: string; name: string; className: string }) {
  return <img className={className} alt={`Diagram ${name}`} src={`data:image/svg+xml,${encodeURIComponent(img)}`} />;
}
