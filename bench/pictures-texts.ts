/** What a campaign in one language is made of. */
export interface PictureLanguage {
  name: string;
  category: string;
  tags: string;
  author: { name: string; bio: string };
  /** A few; each is posted with paragraphs of its own order. */
  titles: string[];
  /** Sentences, spin syntax allowed; some hold the primary keyword. */
  paragraphs: string[];
  keywords: { primary: string; secondary: string; branded: string; generic: string };
  script: 'latin' | 'own';
}

/** Four languages, three scripts that are not Latin, one from right to left. */
export const pictureLanguages: PictureLanguage[] = [
  {
    name: 'English',
    category: 'Garden Paths',
    tags: 'garden paths,stone & moss',
    author: { name: 'Ada Lovelace', bio: 'Writes about gardens,\nand what walks in them.' },
    titles: [
      '{Ten|Seven} Ideas for Small Garden Paths',
      'How to Lay Gravel & Keep It',
      'Why “Slow Gardens” Last',
      'Café Corners: A Seat Outside',
      'Stone, Wood or Grass?',
      'What Rain Does to a Path',
      'Paths for Wheels and Feet',
      'The First Weekend of a New Garden',
    ],
    paragraphs: [
      'A path is the first thing that feet ask of a garden. {Before|Long before} the beds are dug, someone has walked from the door to the far corner, and the grass remembers. Follow that line. It is rarely straight, and it is nearly always right.',
      'Gravel is easy to lay and drains well. {Rake it twice a year|Rake it in spring and in autumn}, and keep a bucket of it behind the shed. Good garden tools make the work lighter, above all a rake whose head does not wobble.',
      'Wood is warm underfoot, but it needs care. Oil the boards, leave a gap as wide as a finger, and let the air reach the underside. In the shade moss will come; some people welcome it.',
      'Slabs of stone outlive their gardeners. Bed them in sand, check each one with a level, and step back often. A slab that is one finger too high will be found by every visitor, in the dark.',
      'Whatever you choose, think of water first. It arrives from the roof, it leaves by the lowest corner, and it takes the path with it if you let it. A fall of two in a hundred is enough.',
    ],
    keywords: {
      primary: 'garden tools',
      secondary: 'tools for small gardens',
      branded: 'Greenhand',
      generic: 'this guide',
    },
    script: 'latin',
  },
  {
    name: 'Arabic',
    category: 'ممرات الحدائق',
    tags: 'حدائق,أدوات',
    author: { name: 'ليلى حداد', bio: 'تكتب عن الحدائق وما يسير فيها.' },
    titles: [
      'أفضل أدوات الحديقة الصغيرة',
      'كيف تختار {حجارة|أحجار} الممرات؟',
      'الماء أولا: دليل الممرات',
      'حديقة هادئة لكل بيت',
      'الخشب أم الحجر؟',
      'يوم في الحديقة',
      'مقعد تحت الشجرة',
    ],
    paragraphs: [
      'الممر هو أول ما تطلبه القدم من الحديقة. قبل أن تحفر الأحواض يمشي أحدهم من الباب إلى الزاوية البعيدة، والعشب يتذكر. اتبع ذلك الخط، فهو نادرا ما يكون مستقيما ودائما ما يكون صحيحا.',
      'الحصى سهل الفرش ويصرف الماء جيدا. {اجمعه مرتين في السنة|سوه في الربيع والخريف} واحتفظ بدلو منه خلف المخزن. تجعل أدوات الحديقة الجيدة العمل أسهل.',
      'الخشب دافئ تحت القدم لكنه يحتاج إلى عناية. ادهن الألواح بالزيت واترك فراغا بعرض إصبع، ودع الهواء يصل إلى أسفلها.',
      'ألواح الحجر تعيش أطول من أصحابها. ضعها على الرمل وتحقق من كل واحدة بالميزان، وتراجع خطوة لترى الصورة كاملة.',
      'فكر في الماء أولا مهما كان اختيارك. يأتي من السطح ويخرج من أدنى زاوية، ويأخذ الممر معه إن سمحت له بذلك.',
    ],
    keywords: {
      primary: 'أدوات الحديقة',
      secondary: 'أدوات الحدائق الصغيرة',
      branded: 'Greenhand',
      generic: 'هذا الدليل',
    },
    script: 'own',
  },
  {
    name: 'Chinese',
    category: '花园小路',
    tags: '花园,石板',
    author: { name: '林小园', bio: '写花园，也写花园里走动的一切。' },
    titles: [
      '小花园的{十个|七个}好主意',
      '如何铺砾石小路',
      '先想到水：小路指南',
      '木头还是石头？',
      '园中一日',
      '树下的座位',
      '新花园的第一个周末',
    ],
    paragraphs: [
      '小路是脚对花园的第一个要求。在挖花坛之前，总有人从门口走到最远的角落，草会记得。沿着那条线走吧，它很少是直的，却几乎总是对的。',
      '砾石容易铺设，排水也好。{每年耙两次|春天和秋天各耙一次}，并在棚子后面留一桶备用。好的园艺工具会让工作轻松许多。',
      '木头踩起来很温暖，但需要照料。给木板上油，留一指宽的缝隙，让空气流到下面。阴凉处会长苔藓，有些人很喜欢。',
      '石板比园丁活得更久。把它们铺在沙子上，用水平尺检查每一块，并常常退后一步看看整体。',
      '无论选择什么，都要先想到水。它从屋顶来，从最低的角落走，如果你不留意，它会把小路一起带走。',
    ],
    keywords: { primary: '园艺工具', secondary: '小花园的工具', branded: 'Greenhand', generic: '这份指南' },
    script: 'own',
  },
  {
    name: 'Hindi',
    category: 'बाग के रास्ते',
    tags: 'बाग,औज़ार',
    author: { name: 'मीरा शर्मा', bio: 'बाग़ों और उनमें चलने वालों के बारे में लिखती हैं।' },
    titles: [
      'छोटे बाग के लिए {दस|सात} सुझाव',
      'बजरी कैसे बिछाएँ',
      'पहले पानी: रास्तों की किताब',
      'लकड़ी या पत्थर?',
      'बाग में एक दिन',
      'पेड़ के नीचे की बेंच',
      'नए बाग का पहला सप्ताह',
      'धीमे बाग क्यों टिकते हैं',
    ],
    paragraphs: [
      'रास्ता वह पहली चीज़ है जो पैर बाग से माँगते हैं। क्यारियाँ खोदने से पहले कोई दरवाज़े से दूर के कोने तक चल चुका होता है, और घास याद रखती है। उसी रेखा पर चलें।',
      'बजरी बिछाना आसान है और पानी भी अच्छी तरह निकल जाता है। {साल में दो बार|वसंत और पतझड़ में} इसे समतल करें। अच्छे बागवानी के औज़ार काम को हल्का कर देते हैं।',
      'लकड़ी पैरों को गर्म लगती है, पर उसे देखभाल चाहिए। तख्तों पर तेल लगाएँ, एक उँगली जितनी जगह छोड़ें और हवा को नीचे तक जाने दें।',
      'पत्थर की पटिया माली से ज़्यादा जीती है। उसे रेत पर बिछाएँ, हर एक को जाँचें और बार-बार पीछे हटकर देखें।',
      'आप जो भी चुनें, पहले पानी के बारे में सोचें। वह छत से आता है, सबसे नीचे के कोने से जाता है, और रास्ते को साथ ले जाता है।',
    ],
    keywords: {
      primary: 'बागवानी के औज़ार',
      secondary: 'छोटे बाग के औज़ार',
      branded: 'Greenhand',
      generic: 'यह मार्गदर्शिका',
    },
    script: 'latin',
  },
];
