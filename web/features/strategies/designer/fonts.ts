// Fonts of diagrams (3-wizards section 9), served by the product itself; all three are under the SIL Open Font License.
import '@fontsource/alegreya-sans/latin-300.css';
import '@fontsource/alegreya-sans/latin-400.css';
import '@fontsource/alegreya-sans/latin-700.css';
import '@fontsource/averia-libre/latin-300.css';
import '@fontsource/averia-libre/latin-400.css';
import '@fontsource/averia-libre/latin-700.css';
import '@fontsource/roboto-condensed/latin-300.css';
import '@fontsource/roboto-condensed/latin-400.css';
import '@fontsource/roboto-condensed/latin-700.css';
