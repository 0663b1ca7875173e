package dev.loomweight.report;

import java.util.List;
import java.util.Optional;

/**
 * Sentences for people.
 *
 * @param id the key
 * @param title the heading of a piece of prose, whose sentences are its paragraphs; mostly empty
 * @param sentences one thought each; shown as paragraphs or a list
 */
public record Note(String id, String title, List<String> sentences) implements Block {

    /** The key of the note that sums a section up. */
    public static final String HEADLINE = "headline";

    /** The key of a note without news: nothing was found, or an event that is usually off was not recorded. */
    public static final String NO_NEWS = "aside";

    /** The key of the note that says in one sentence what the inputs could show. */
    public static final String RECORDED = "inShort";

    public Note {
        sentences = List.copyOf(sentences);
    }

    /** A note without a heading. */
    public Note(String id, List<String> sentences) {
        this(id, "", sentences);
    }

    /** A note of one or a few sentences. */
    public static Note of(String id, String... sentences) {
        return new Note(id, List.of(sentences));
    }

    /** A note of these sentences; empty where there are none. */
    public static Optional<Note> some(String id, List<String> sentences) {
        return some(id, "", sentences);
    }

    /** The same with a heading. */
    public static Optional<Note> some(String id, String title, List<String> sentences) {
        return sentences.isEmpty() ? Optional.empty() : Optional.of(new Note(id, title, sentences));
    }

    /** The note that sums a section up; empty where there is nothing to say. */
    public static Optional<Note> headline(List<String> sentences) {
        return some(HEADLINE, sentences);
    }

    /** Whether it is prose with its own heading, to be read after the summary. */
    public boolean isProse() {
        return !title.isEmpty();
    }
}
