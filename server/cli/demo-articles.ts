/** Articles of the demo, with spin syntax. */
export const demoArticles = [
  {
    title: '{Five|A handful of|The few} {tools|things} {every|each} garden {needs|asks for}',
    body: `{A good garden|A garden that lasts} {starts|begins} with {few|a handful of} things that {work|do their job}. {Buy|Choose} them once and {keep|look after} them.

{A spade|The spade} {comes first|is the one to start with}. {Its blade|The blade} should be {forged|made in one piece}, {its handle|the handle} {as long as your arm|of ash}. {Clean it|Wipe it dry} after {use|every bed}.

{~A hoe {saves|spares} your back.|A rake {levels|evens} the soil.|A {can|watering can} with a fine rose {spares|protects} seedlings.}

{Sharp|Well kept} garden tools make {short|light} work of {clay|heavy soil}. {Ten minutes|A quarter of an hour} with a file in {winter|January} {is enough|will do}.`,
  },
  {
    title: '{Sowing|How to sow} {carrots|beetroot|spinach} {without tears|the easy way}',
    body: `{Carrots|Root crops} {want|like} {loose|fine}, {stone-free|sieved} soil. {Rake|Work} the bed {twice|until it crumbles} before you {sow|begin}.

{Mark|Draw} a {row|line} with a string, {one|about one} centimetre deep. {Mix|Blend} the seed with {dry|fine} sand, so that it {falls|lands} evenly.

{Water|Sprinkle} with {care|a fine rose}. {Cover|Shade} the row with {a board|fleece} until the first {green|leaves} {shows|appears}.

{Thin|Single} the plants {early|on a dull day}. {Garden tools|Small hand forks} with {narrow|slim} tines {help|are best} here.`,
  },
  {
    title: '{Compost|Good compost} {in one season|within a year}: {a plain guide|what really matters}',
    body: `{Compost|A heap} is {nothing but|simply} {air, water and patience|waste that had time}. {Layer|Alternate} green and brown: {kitchen scraps|grass} on {leaves|straw}.

{Turn|Fork over} the heap {once a month|every few weeks}. {It should be|Keep it} as {moist|damp} as a {wrung-out|squeezed} sponge.

{Stay away from|Leave out} {cooked food|meat} and {diseased|sick} plants. {Egg shells|Coffee grounds} are {welcome|fine}.

{After|Within} {nine|ten} months it {smells|feels} like {the floor of a wood|fresh earth}. {Sieve|Sift} it and {spread|give} it {in spring|before planting}.`,
  },
];
