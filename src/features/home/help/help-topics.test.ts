import { expect, it } from 'vitest'
import en from '../../../../locales/en/help.json'
import fr from '../../../../locales/fr/help.json'
import { findTopics, HELP_TOPICS } from './help-topics.ts'

it('explains ten things in both languages, each in two steps or more', () => {
  expect(HELP_TOPICS).toHaveLength(10)
  for (const { topic } of [en, fr])
    for (const { key } of HELP_TOPICS) {
      expect(topic[key].title.length, key).toBeGreaterThan(5)
      expect(topic[key].steps.split('\n').length, key).toBeGreaterThan(1)
    }
})

it('finds a topic by parts of its words, without accents', () => {
  const topics = HELP_TOPICS.map(({ key }) => ({
    key,
    words: `${fr.topic[key].title} ${fr.topic[key].steps}`,
  }))
  const found = (search: string) => findTopics(topics, search).map(({ key }) => key)
  expect(found('')).toHaveLength(10)
  expect(found('televerse')).toContain('vehicles')
  expect(found('reseau')).toContain('offline')
  expect(found('zzz')).toEqual([])
})
