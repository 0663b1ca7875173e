package dev.loomweight.render;

/**
 * The output formats. Help, completion and the golden tests go through this list: a new format is a renderer and a
 * constant here.
 */
public enum Format {
    /** Aligned tables and wrapped sentences, for a terminal. */
    TEXT("text", "tables and sentences for people") {
        @Override
        public Renderer renderer(TextOptions options) {
            return new TextRenderer(options);
        }
    },

    /** One JSON document, described in {@code docs/json.md}. */
    JSON("json", "raw numbers, the unit in the key, for machines") {
        @Override
        public Renderer renderer(TextOptions options) {
            return new JsonRenderer();
        }
    };

    private final String word;
    private final String description;

    Format(String word, String description) {
        this.word = word;
        this.description = description;
    }

    /**
     * A renderer of this format.
     *
     * @param options how text looks; formats for machines take nothing from it
     */
    public abstract Renderer renderer(TextOptions options);

    /** A few words for the help. */
    public String description() {
        return description;
    }

    /** The word that people type to choose it, in lower case. */
    @Override
    public String toString() {
        return word;
    }
}
