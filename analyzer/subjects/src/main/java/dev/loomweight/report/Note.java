package dev.loomweight.report;

import java.util.List;

/**
 * Sentences for people.
 *
 * @param id the key
 * @param title the heading of a piece of prose, whose sentences are its paragraphs; mostly empty
 * @param sentences one thought each; shown as paragraphs or a list
 */
public record Note(String id, String title, List<String> sentences) implements Block {

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

    /** Whether it is prose with its own heading, to be read after the summary. */
    public boolean isProse() {
        return !title.isEmpty();
    }
}
