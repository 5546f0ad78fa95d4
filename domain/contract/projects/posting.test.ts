import { describe, expect, it } from 'vitest';
import { newPostingFields, type PostingFields, postingProblems } from './posting.ts';
import { brokenRules, noSite, type Problem, projectTexts } from './rules.ts';

const set = { linkSetId: 4, name: '', linkProb: 100, minLinks: 1, maxLinks: 3 };
const good: PostingFields = {
  ...newPostingFields(1),
  profileId: 2,
  urlListId: 3,
  contentGroupId: 5,
  useLinkSet: true,
  linkSetProfiles: [set],
  tags: 'one',
  insertImages: true,
  keywordsForImage: 'garden',
  insertVideos: true,
  keywordsForVideo: 'garden',
  useIndexers: true,
  indexers: ['indexnow'],
};
const counts = 'Must be a number between 0 and 20';

describe('postingProblems', () => {
  it('finds nothing wrong with a good form', () => {
    expect(postingProblems(good, 1)).toEqual([]);
  });

  it.each<[string, Partial<PostingFields>, Problem['tab'], string, string]>([
    ['campaign', { selectedCampaignId: null }, 'general', 'selectedCampaignId', 'Please select a campaign'],
    ['profile', { profileId: null }, 'general', 'profileId', 'Please select an account profile'],
    ['output', { urlListId: null }, 'general', 'urlListId', 'You need to choose where to store your backlinks'],
    [
      'output is input',
      { urlListId: 4 },
      'general',
      'urlListId',
      'Output link set must be different to input link set',
    ],
    ['content', { contentGroupId: null }, 'general', 'contentGroupId', 'You need to choose where to get articles from'],
    ['inputs', { linkSetProfiles: [] }, 'general', 'linkSetProfiles', 'You must select input link sets'],
    [
      'input set',
      { linkSetProfiles: [{ ...set, linkSetId: null }] },
      'general',
      'linkSetProfiles',
      'Please select a link set',
    ],
    [
      'probability',
      { linkSetProfiles: [{ ...set, linkProb: 0 }] },
      'general',
      'linkSetProfiles',
      'Must be a number between 1 and 100',
    ],
    ['links of a set', { linkSetProfiles: [{ ...set, maxLinks: 21 }] }, 'general', 'linkSetProfiles', counts],
    ['half a link', { linkSetProfiles: [{ ...set, minLinks: 0.5 }] }, 'general', 'linkSetProfiles', counts],
    [
      'bounds of a set',
      { linkSetProfiles: [{ ...set, minLinks: 4 }] },
      'general',
      'linkSetProfiles',
      'Max links must be greater or equal to min links',
    ],
    ['placement', { linkPlacement: null }, 'general', 'linkPlacement', 'Please select link position'],
    ['min links', { minLinks: -1 }, 'general', 'minLinks', counts],
    ['no min links', { minLinks: null }, 'general', 'minLinks', counts],
    ['max links', { maxLinks: 21 }, 'general', 'maxLinks', counts],
    [
      'bounds of links',
      { minLinks: 3, maxLinks: 2 },
      'general',
      'maxLinks',
      'Max links must be greater or equal to min links',
    ],
    ['tags', { tags: '  ' }, 'general', 'tags', 'Please enter tags'],
    [
      'empty image keywords',
      { keywordsForImage: ' , ,' },
      'image',
      'keywordsForImage',
      'Enter keywords to search for images',
    ],
    [
      'a long keyword',
      { keywordsForImage: `tea,${'x'.repeat(101)}` },
      'image',
      'keywordsForImage',
      'A keyword may have at most 100 characters',
    ],
    ['image keywords', { keywordsForImage: '' }, 'image', 'keywordsForImage', 'Enter keywords to search for images'],
    [
      'image addresses',
      { searchForImages: false },
      'image',
      'imagesToInsert',
      'Please enter the URLs of images to insert',
    ],
    ['min images', { minImage: null }, 'image', 'minImage', 'Required'],
    ['min images below 0', { minImage: -1 }, 'image', 'minImage', 'Must be greater or equal to 0'],
    ['max images', { maxImage: null }, 'image', 'maxImage', 'Required'],
    ['half an image', { maxImage: 1.5 }, 'image', 'maxImage', 'Must be greater or equal to 0'],
    ['bounds of images', { minImage: 2 }, 'image', 'maxImage', 'Max must be greater or equal to min'],
    ['image position', { imagePosition: null }, 'image', 'imagePosition', 'Please select image position'],
    ['video keywords', { keywordsForVideo: '' }, 'video', 'keywordsForVideo', 'Enter keywords to search for videos'],
    [
      'video addresses',
      { searchForVideos: false },
      'video',
      'videosToInsert',
      'Please enter the URLs of videos to insert',
    ],
    ['min videos', { minVideo: null }, 'video', 'minVideo', 'Required'],
    ['max videos', { maxVideo: -1 }, 'video', 'maxVideo', 'Must be greater or equal to 0'],
    ['video position', { videoPosition: null }, 'video', 'videoPosition', 'Please select video position'],
    ['indexers', { indexers: [] }, 'indexer', 'indexers', projectTexts.indexers],
  ])('%s', (_, changes, tab, field, message) => {
    expect(postingProblems({ ...good, ...changes }, 1)).toContainEqual(
      expect.objectContaining({ tab, field, message }),
    );
    expect(postingProblems({ ...good, ...changes }, 1).filter((problem) => problem.tab !== tab)).toEqual([]);
  });

  it('asks for a site last', () => {
    expect(postingProblems(good, 0)).toEqual([noSite]);
    expect(postingProblems({ ...good, tags: '' }, 0).map((problem) => problem.tab)).toEqual(['general', 'sites']);
  });

  it('tells what is missing from what is wrong: only the wrong keeps a form from being saved', () => {
    const empty = postingProblems({ ...newPostingFields(1), useLinkSet: true }, 0);
    expect(empty.length).toBeGreaterThan(4);
    expect(brokenRules(empty)).toEqual([]);
    const wrong = { minLinks: 3, maxLinks: 2, tags: '', urlListId: 4 };
    const broken = brokenRules(postingProblems({ ...good, ...wrong }, 0));
    expect(broken.map(({ field }) => field)).toEqual(['urlListId', 'maxLinks']);
  });

  it('checks nothing that is not ticked', () => {
    const off = { useLinkSet: false, insertImages: false, insertVideos: false, useIndexers: false };
    const bad = {
      linkSetProfiles: [],
      linkPlacement: null,
      minLinks: null,
      imagePosition: null,
      minVideo: null,
      indexers: [],
    };
    expect(postingProblems({ ...good, ...bad, ...off }, 1)).toEqual([]);
  });

  it('a private project asks for its network, and for no campaign', () => {
    const messages = postingProblems({ ...good, profileId: null, selectedCampaignId: null }, 1, 'private');
    expect(messages).toMatchObject([{ field: 'profileId', message: 'You need to choose a private network' }]);
    expect(messages).toHaveLength(1);
  });

  it('names the tabs in their order', () => {
    const broken = { tags: '', imagePosition: null, videoPosition: null, indexers: [] };
    const found = postingProblems({ ...good, ...broken }, 0).map((problem) => problem.tab);
    expect(found).toEqual(['general', 'image', 'video', 'indexer', 'sites']);
  });
});
