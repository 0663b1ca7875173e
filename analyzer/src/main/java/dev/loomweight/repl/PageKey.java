package dev.loomweight.repl;

/** What a key does in the pager. Its help and its bindings are made of this list. */
enum PageKey {
    /** One line on. */
    DOWN("down, j, enter", "a line on", "j\r\n"),
    /** One line back. */
    UP("up, k", "a line back", "k"),
    /** One screen on. */
    PAGE_DOWN("space, page down", "a page on", " f"),
    /** One screen back. */
    PAGE_UP("b, page up", "a page back", "b"),
    /** To the beginning. */
    HOME("g, home", "to the beginning", "g<"),
    /** To the end. */
    END("G, end", "to the end", "G>"),
    /** Long lines: what is left of the screen. */
    LEFT("left", "what is left of the screen", ""),
    /** Long lines: what is right of the screen. */
    RIGHT("right", "what is right of the screen", ""),
    /** Looks for something. */
    SEARCH("/", "look for a regular expression", "/"),
    /** The same again. */
    NEXT("n", "the next place that it is found", "n"),
    /** The same, backwards. */
    PREVIOUS("N", "the place before", "N"),
    /** These lines. */
    HELP("?, h", "show these keys", "?h"),
    /** Draws the screen again. */
    REDRAW("ctrl-l", "draw the screen again", "\f"),
    /** Leaves. */
    QUIT("q", "leave", "q\u0003\u0004");

    private final String label;
    private final String does;
    // One character each, which a string keeps better than an array that somebody may write to.
    private final String characters;

    PageKey(String label, String does, String characters) {
        this.label = label;
        this.does = does;
        this.characters = characters;
    }

    /** What is printed on it. */
    String label() {
        return label;
    }

    /** What it does. */
    String does() {
        return does;
    }

    /** What a terminal sends, whatever its type; more where its type tells. */
    String[] sequences() {
        return characters.codePoints().mapToObj(Character::toString).toArray(String[]::new);
    }
}
